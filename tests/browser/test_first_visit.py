"""A first visit: from the front page into a game in three clicks, on pages that axe-core finds nothing on."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

sys.path.insert(0, str(Path(__file__).parent))

from axe import violations

pytestmark = pytest.mark.browser

PATIENCE_MS = 60_000
DESKTOP, PHONE = (1440, 900), (390, 844)
PHONE_AGENT = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36"
)
Open = Callable[..., Page]
Size = tuple[int, int]


class Visitor:
    """Clicks, counted."""

    def __init__(self) -> None:
        self.clicks = 0

    def click(self, target: Locator) -> None:
        self.clicks += 1
        target.click(timeout=PATIENCE_MS)


def ready(page: Page) -> None:
    expect(page.locator(".sp-player[aria-busy]")).to_have_attribute("aria-busy", "false", timeout=PATIENCE_MS)
    expect(page.locator(".sp-log .sp-first")).to_be_visible(timeout=PATIENCE_MS)


def first_turn(page: Page) -> None:
    expect(page.locator(".sp-main .sp-move").first).to_be_visible(timeout=PATIENCE_MS)


BOTH = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


@pytest.mark.parametrize("on_phone", [False, True])
def test_three_clicks_from_the_front_page_to_a_first_move(
    browser: Browser, server: str, on_phone: bool
) -> None:
    width, height = PHONE if on_phone else DESKTOP
    touch = {"is_mobile": True, "has_touch": True, "user_agent": PHONE_AGENT} if on_phone else {}
    context = browser.new_context(viewport={"width": width, "height": height}, **touch)
    page = context.new_page()
    page.goto(server)
    visitor = Visitor()
    if on_phone:
        visitor.click(page.get_by_test_id("stExpandSidebarButton"))
    visitor.click(page.get_by_role("link", name=re.compile("Take the Controls")))
    ready(page)
    visitor.click(page.get_by_role("button", name="go up"))
    first_turn(page)
    assert visitor.clicks <= 3
    context.close()


def test_from_the_front_page_into_an_environment_of_a_run(open_page: Open) -> None:
    page = open_page("/", *DESKTOP)
    visitor = Visitor()
    visitor.click(page.get_by_role("link", name="Play", exact=False).first)
    visitor.click(page.locator("[data-testid=stMain]").get_by_role("link", name="Play").first)
    ready(page)
    page.keyboard.press("Tab")
    page.fill("input[name=move]", "1")
    page.keyboard.press("Enter")
    first_turn(page)
    assert visitor.clicks == 2


@BOTH
def test_what_is_played_is_in_the_address_and_leaves_it_again(open_page: Open, size: Size) -> None:
    page = open_page("/play", *size)
    main = page.locator("[data-testid=stMain]")
    main.get_by_role("link", name="Play").first.click()
    ready(page)
    title = page.locator(".sp-head h2").inner_text()
    assert "env=" in page.url and "run=" in page.url
    page.reload()
    ready(page)
    expect(page.locator(".sp-head h2")).to_have_text(title)
    main.get_by_role("link", name="Choose another").click()
    own = main.get_by_role("link", name="Write, paste or upload your own")
    expect(own).to_be_visible(timeout=PATIENCE_MS)
    page.wait_for_function("location.search === ''")
    own.click()
    ready(page)
    assert "own=1" in page.url


@BOTH
def test_a_program_of_ones_own_opens_on_the_seed_of_its_link(open_page: Open, size: Size) -> None:
    page = open_page("/play?own=1&seed=5", *size)
    ready(page)
    expect(page.locator(".sp-seed")).to_have_value("5")
    assert page.get_by_test_id("stAlert").count() == 0


def test_the_games_buttons_are_on_a_laptops_first_screen(open_page: Open) -> None:
    page = open_page("/controls", *DESKTOP)
    ready(page)
    for name in ("undo", "giveUp", "newSeed"):
        expect(page.locator(f"[data-act={name}]")).to_be_in_viewport(ratio=1)


PAGES = {
    "/play": DESKTOP,
    "/controls": DESKTOP,
    "/controls?board=maze": PHONE,
    "/beat": DESKTOP,
    "/tools": PHONE,
    "/play?pool=featured&file=rotating_sokoban.py": PHONE,
    "/play?own=1": DESKTOP,
}


@pytest.mark.parametrize("path", PAGES)
def test_nothing_for_axe_to_find(open_page: Open, path: str) -> None:
    page = open_page(path, *PAGES[path], "dark" if PAGES[path] == PHONE else "light")
    if path == "/play":
        expect(page.get_by_role("link", name="Play").nth(1)).to_be_visible(timeout=PATIENCE_MS)
    elif path == "/beat":
        expect(page.get_by_text("No recorded run holds")).to_be_visible(timeout=PATIENCE_MS)
    else:
        ready(page)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@BOTH
def test_the_maze_says_that_it_is_walled_off_and_plays_all_the_same(open_page: Open, size: Size) -> None:
    page = open_page("/controls", *size)
    ready(page)
    page.get_by_role("radio", name="Walled maze").click()
    expect(page.get_by_text("no play ever wins", exact=True)).to_be_visible(timeout=PATIENCE_MS)
    ready(page)
    page.get_by_role("button", name="go up").click()
    first_turn(page)
    assert "board=maze" in page.url
