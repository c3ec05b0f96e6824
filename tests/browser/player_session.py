"""The player opened in a real browser, and the few things every test of it does."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import spade_env
from player_page import PageServer, serve
from playwright.sync_api import Browser, BrowserContext, Page, expect

SEED = 3
HIDDEN = random.Random(SEED).randint(1, 9)
WRONG = HIDDEN % 9 + 1
PATIENCE_MS = 60_000
FITS = "document.documentElement.scrollWidth <= innerWidth"
"""Nothing is cut at the right edge, and nothing scrolls sideways."""
Open = Callable[..., Page]


def boxed(move: object) -> str:
    return f"\\boxed{{{move}}}"


def episode(source: str, seed: int, replies: list[str], arm: str = "plain") -> dict[str, Any]:
    """A logged episode as the explorer hands it to the player."""
    transcript = spade_env.replay(spade_env.load(source), seed, replies)
    kept = {key: transcript[key] for key in ("seed", "first_observation", "steps", "return", "outcome")}
    return {"arm": arm, "play_id": f"{arm}-{seed}", "hint": "the number is small", **kept}


@pytest.fixture(scope="module")
def pages() -> Iterator[PageServer]:
    with serve() as server:
        yield server


@pytest.fixture(scope="module")
def context(browser: Browser, screen: dict[str, Any]) -> Iterator[BrowserContext]:
    context = browser.new_context(**screen)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


@pytest.fixture
def opened(pages: PageServer, context: BrowserContext, request: pytest.FixtureRequest) -> Iterator[Open]:
    """``opened(source, hash="", **options)``: a page with the program's first observation on it. Script
    errors fail the test."""
    errors: list[str] = []
    shown: list[Page] = []

    def open_page(source: str | None, hash: str = "", **options: Any) -> Page:
        if source is not None:
            program = spade_env.load(source)
            said = {"title": program.title, "summary": program.summary, "kind": program.kind}
            options["program"] = {"source": source, "env_id": request.node.name, **said}
        page = context.new_page()
        shown.append(page)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(pages.add(request.node.name, **{"seed": SEED, **options}) + hash)
        expect(page.locator(".sp-status.sp-live")).to_be_visible(timeout=PATIENCE_MS)
        return page

    yield open_page
    for page in shown:
        assert page.evaluate(FITS)
        page.close()
    assert errors == []


def send(page: Page, move: object) -> None:
    expect(page.locator(".sp-player")).to_have_attribute("aria-busy", "false")
    page.fill("input[name=move]", str(move))
    page.keyboard.press("Enter")


def turn(page: Page, number: int) -> None:
    expect(page.locator(".sp-turns")).to_have_text(re.compile(rf"turn {number} of \d+"), timeout=PATIENCE_MS)


def act(page: Page, name: str) -> None:
    expect(page.locator(".sp-player")).to_have_attribute("aria-busy", "false")
    page.click(f"[data-act={name}]")
