"""Take the Controls: proved boards dealt easiest first, and every move through the program's own code."""

from __future__ import annotations

import itertools
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import spade_env
from playwright.sync_api import Browser, BrowserContext, Page, expect

sys.path.insert(0, str(Path(__file__).parent))

from player_page import serve

pytestmark = pytest.mark.browser

PATIENCE_MS = 60_000
FEATURED = Path(__file__).parents[2] / "data" / "pools" / "featured"
SOURCE = (FEATURED / "rotating_sokoban.py").read_text(encoding="utf-8")
DEALS = json.loads((FEATURED / "sokoban_deals.json").read_text(encoding="utf-8"))
EASIEST = DEALS["deals"][0]
GAUGES = [
    {"label": "moves left", "pattern": r"Turns left: (\d+)"},
    {
        "label": "moves until the grid turns",
        "pattern": r"turns in (\d+)",
        "last": "move, then the grid turns",
    },
]
KEYS = {"go up": "ArrowUp", "go down": "ArrowDown", "go left": "ArrowLeft", "go right": "ArrowRight"}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    program = {
        "source": SOURCE,
        "title": "Rotating Sokoban",
        "summary": "",
        "env_id": "sokoban",
        "kind": "game",
    }
    with serve() as pages:
        yield pages.add("controls", "controls.js", program=program, deals=DEALS, seed=-1, gauges=GAUGES)


@pytest.fixture(scope="module")
def context(browser: Browser, screen: dict[str, Any]) -> Iterator[BrowserContext]:
    context = browser.new_context(**screen, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


def opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    expect(page.locator(".sp-player[aria-busy]")).to_have_attribute("aria-busy", "false", timeout=PATIENCE_MS)
    expect(page.locator(".sp-grid")).to_be_visible()
    return page


def board(page: Page) -> int:
    text = page.locator(".sp-rules h3").inner_text()
    return int(text.removeprefix("Board "))


def idle(page: Page) -> None:
    expect(page.locator(".sp-player[aria-busy]")).to_have_attribute("aria-busy", "false")


def seen(page: Page) -> list[list[str]]:
    """The drawn board, as the page reads it out."""
    label = page.locator(".sp-grid").get_attribute("aria-label") or ""
    return [row.split() for row in label.split("columns. ")[1].split("; ")]


def test_the_easiest_proved_board_is_won_with_the_keyboard_as_the_program_says(
    context: BrowserContext, address: str
) -> None:
    page = opened(context, address)
    assert board(page) == EASIEST["seed"]
    expect(page.locator(".sp-rules")).to_contain_text(
        f"Can be won in {EASIEST['turns']} turns, and in no fewer"
    )
    found = f"of the first {DEALS['examined']} seeds, {DEALS['beatable']} can be won within {DEALS['max_turns']} turns"
    expect(page.locator(".sp-rules")).to_contain_text(found)
    gauges = page.locator(".sp-gauge")
    expect(gauges.nth(0)).to_contain_text("25")
    episode = spade_env.Episode(spade_env.load(SOURCE), EASIEST["seed"])
    for number, move in enumerate(EASIEST["solution"], 1):
        page.keyboard.press(KEYS[move])
        episode.act(f"\\boxed{{{move}}}")
        expect(page.locator(".sp-turns")).to_have_text(f"turn {number} of 25")
        said = page.locator(".sp-main .sp-move code").last
        expect(said).to_have_text(f"\\boxed{{{move}}}")
        rows = [line for line in episode.observation.splitlines() if re.fullmatch(r"[#.PBT*+]{7}", line)]
        assert seen(page) == [list(row) for row in rows], "the board on the page is the program's own"
        if not episode.done:
            expect(gauges.nth(0)).to_contain_text(str(25 - number))
            expect(gauges.nth(1)).to_contain_text(str(3 - number % 3))
    expect(page.locator(".sp-result h3")).to_have_text("You won")
    page.get_by_role("button", name="Next board").click()
    idle(page)
    assert board(page) == DEALS["deals"][1]["seed"], "the next harder one"
    page.keyboard.press("z")
    page.get_by_role("button", name="Start", exact=True).click()
    idle(page)
    assert board(page) == DEALS["deals"][1]["seed"], "the easiest that is not won yet"
    page.close()


def test_only_proved_boards_are_dealt_within_the_level(context: BrowserContext, address: str) -> None:
    page = opened(context, address)
    proved = {deal["seed"]: deal["turns"] for deal in DEALS["deals"]}
    page.get_by_role("button", name=re.compile("^Hard")).click()
    idle(page)
    dealt = []
    for _ in range(4):
        page.click("[data-act=newSeed]")
        idle(page)
        dealt.append(board(page))
    assert all(17 <= proved[seed] <= 20 for seed in dealt)
    assert all(a != b for a, b in itertools.pairwise(dealt)), "Shuffle always changes the board"
    assert page.locator(".sp-seed").count() == 0, "no way to a board that nobody proved"
    page.goto(address + "?seed=" + str(next(seed for seed in range(300) if seed not in proved)))
    expect(page.locator(".sp-rules h3")).to_be_visible()
    assert board(page) in proved
    page.close()


def test_undo_and_the_solvers_line_after_giving_up(context: BrowserContext, address: str) -> None:
    page = opened(context, address)
    deal = next(deal for deal in DEALS["deals"] if deal["seed"] == board(page))
    before = seen(page)
    for key in ("ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
        idle(page)
    for _ in range(4):
        page.click("[data-act=undo]")
        idle(page)
    assert seen(page) == before
    page.click("[data-act=giveUp]")
    expect(page.locator(".sp-result h3")).to_have_text("The proved solution")
    moves = page.locator(".sp-main .sp-move code").all_inner_texts()
    assert moves == [f"\\boxed{{{move}}}" for move in deal["solution"]]
    page.close()


def test_the_source_shown_is_what_runs_and_what_was_proved(context: BrowserContext, address: str) -> None:
    page = opened(context, address)
    expect(page.locator(".sp-hash")).to_contain_text(
        DEALS["program_sha256"][:12] + "…, the one the solver proved."
    )
    page.get_by_role("button", name="Read it").click()
    assert page.get_by_label("Program source").input_value() == SOURCE
    expect(page.get_by_label("Program source")).to_be_in_viewport()
    page.close()


def test_on_a_phone_board_and_pad_fit_the_screen_and_swipes_move(browser: Browser, address: str) -> None:
    phone = browser.new_context(
        viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, color_scheme="dark"
    )
    phone.set_default_timeout(PATIENCE_MS)
    page = opened(phone, address)
    for name in ("go up", "go left", "go down", "go right"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    expect(page.locator(".sp-grid")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = page.locator(".sp-grid").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 80)
    page.mouse.up()
    expect(page.locator(".sp-main .sp-move code")).to_have_text("\\boxed{go up}")
    phone.close()
