"""Beat the Reasoning Agent: the day, the streak, the board, and what is told before and after."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

sys.path.insert(0, str(Path(__file__).parent))

from player_page import serve
from puzzle_run import NOUNS, ZERO, answer, design, evaluation, program, write_bank, write_run

from app.puzzles import PuzzleBook, PuzzleRoutes
from app.queries import RunStore

pytestmark = pytest.mark.browser

PATIENCE_MS = 60_000
PLAYS = 8
NOON = "2026-03-14T12:00:00Z"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> PuzzleBook:
    root = tmp_path_factory.mktemp("beat")
    designs = [design("main", noun, step, plays=PLAYS) for step, noun in enumerate(NOUNS)]
    write_run(root / "runs" / "main", designs)
    return PuzzleBook(RunStore(root / "runs"), write_bank(root / "data", ("eggs",)))


@pytest.fixture(scope="module")
def address(book: PuzzleBook) -> Iterator[str]:
    with serve(routes=PuzzleRoutes(book).routes()) as pages:
        yield pages.add("beat", "beat.js", list=f"/data/puzzles.json?plays={PLAYS}", base="/data/puzzle/")


@pytest.fixture
def context(browser: Browser, screen: dict[str, Any]) -> Iterator[BrowserContext]:
    context = browser.new_context(**screen)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


def opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.clock.set_fixed_time(NOON)
    page.goto(address)
    return page


def ready(page: Page) -> None:
    expect(page.locator(".sp-status.sp-live")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator(".sp-player[aria-busy]")).to_have_attribute("aria-busy", "false")
    expect(page.locator(".sp-log .sp-first")).to_be_visible()


def send(page: Page, move: object) -> None:
    expect(page.locator(".sp-player[aria-busy]")).to_have_attribute("aria-busy", "false")
    page.fill("input[name=move]", str(move))
    page.keyboard.press("Enter")


def result(page: Page, title: str) -> None:
    expect(page.locator(".sp-result h3")).to_have_text(title)


def noun_of(book: PuzzleBook, puzzle_id: str) -> str:
    return next(p["title"] for p in book.contents(PLAYS)["puzzles"] if p["id"] == puzzle_id).split()[-1]


def day_number(day: int) -> int:
    """Days from 1970-01-01 to 14 March 2026, shifted to ``day`` of that month."""
    return 20_526 + day - 14


def win(page: Page, noun: str, seed: int = 1) -> None:
    send(page, answer(program(noun), seed))
    result(page, "You won")


def test_the_puzzle_of_the_day_its_numbers_and_what_is_told_when(
    context: BrowserContext, address: str, book: PuzzleBook
) -> None:
    contents = book.contents(PLAYS)
    today = contents["daily"][day_number(14) % len(NOUNS)]
    noun = noun_of(book, today)
    page = opened(context, address)
    ready(page)
    expect(page.locator(".sp-head h2")).to_have_text(f"Jar of {noun}")
    target = page.locator(".bt-target")
    for text in (
        "0 of 8",
        "the agent won (return 0, 3 turns)",
        "1 of 8",
        "it won with the hint",
        "10 %",
        "random play wins",
    ):
        expect(target).to_contain_text(text)
    expect(target).to_contain_text("1 turn", timeout=PATIENCE_MS)  # the proved solution, played here
    assert page.locator(".sp-dot").count() == 0 and page.locator(".sp-ghost").count() == 0
    assert page.locator(".sp-source:visible").count() == 0, "the source holds the solution"
    send(page, 0)
    expect(page.locator(".sp-ghost")).to_have_text("agent: \\boxed{0}")
    win(page, noun)
    expect(page.locator(".sp-dot")).to_have_count(2 * PLAYS)
    page.locator(".sp-dot").first.click()
    page.get_by_role("button", name="All turns").click()
    expect(page.locator(".sp-replay .sp-turn")).to_have_count(4)
    page.get_by_role("button", name="Share result").click()
    expect(page.locator(".sp-result")).to_contain_text("Copied")
    shared = page.evaluate("navigator.clipboard.readText()")
    level = next(p["level"] for p in contents["puzzles"] if p["id"] == today)
    assert shared.split("\n")[:2] == [
        "Beat the Reasoning Agent, 14 March 2026",
        f"Jar of {noun}, level {level} of 5: won in 2 of 3 turns. The agent: 0 of 8.",
    ]
    assert shared.split("\n")[2].endswith("/page/beat?mode=daily&day=2026-03-14"), "no moves in it"


def test_past_days_are_a_calendar_that_remembers(
    context: BrowserContext, address: str, book: PuzzleBook
) -> None:
    page = opened(context, address + "?mode=daily&day=2026-03-03")
    ready(page)
    daily = book.contents(PLAYS)["daily"]
    noun = noun_of(book, daily[day_number(3) % len(NOUNS)])
    expect(page.locator(".bt-title")).to_contain_text("Puzzle of 3 March 2026")
    win(page, noun)
    page.locator(".bt-calendar summary").click()
    expect(page.get_by_role("button", name="3 March 2026, won")).to_be_visible()
    expect(page.get_by_role("button", name="15 March 2026")).to_be_disabled()
    page.get_by_role("button", name="12 March 2026").click()
    ready(page)
    expect(page.locator(".sp-head h2")).to_have_text(
        f"Jar of {noun_of(book, daily[day_number(12) % len(NOUNS)])}"
    )
    page.get_by_role("button", name="Earlier month").click()
    expect(page.get_by_role("button", name="28 February 2026")).to_be_enabled()
    assert "day=2026-03-12" in page.url


def test_a_streak_rises_skips_once_and_ends_at_the_first_loss(context: BrowserContext, address: str) -> None:
    page = opened(context, address + "?mode=streak")
    ready(page)
    said = page.locator(".bt-pane")
    expect(said).to_contain_text("0 wins so far, now at level 1 of 5")
    assert page.locator("[data-act=hint]").count() == 0
    first = page.locator(".sp-head h2").inner_text()
    page.reload()
    ready(page)
    assert page.locator(".sp-head h2").inner_text() == first, "leaving does not deal another"
    page.get_by_role("button", name="Skip this one (once)").click()
    expect(page.locator(".sp-head h2")).not_to_have_text(first)
    ready(page)
    expect(page.get_by_role("button", name="Skip used")).to_be_disabled()
    win(page, page.locator(".sp-head h2").inner_text().split()[-1])
    expect(said).to_contain_text("1 win so far")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("[role=status]").filter(has_text="seen every puzzle of this level")).to_be_visible()
    page.get_by_role("button", name="Your board").click()
    expect(said).to_contain_text("Longest streak: 1.")


def test_giving_up_ends_the_streak_and_waits_among_the_failed(context: BrowserContext, address: str) -> None:
    page = opened(context, address + "?mode=streak")
    ready(page)
    title = page.locator(".sp-head h2").inner_text()
    page.click("[data-act=giveUp]")
    result(page, "The proved solution")
    expect(page.locator(".bt-pane")).to_contain_text("This streak ended at 0 wins.")
    page.get_by_role("button", name="Your board").click()
    expect(page.locator(".bt-pane")).to_contain_text("0 of 1 puzzles won")
    page.get_by_role("button", name=f"Redo {title}").click()
    ready(page)
    expect(page.locator(".sp-head h2")).to_have_text(title)
    win(page, title.split()[-1])
    page.get_by_role("button", name="Your board").click()
    expect(page.locator(".bt-pane")).to_contain_text("1 of 1 puzzles won")
    expect(page.locator(".bt-redo")).to_have_text("")
    page.get_by_role("button", name="All puzzles").click()
    expect(page.locator(".bt-cards")).to_contain_text("✓ won in 1 turn")


LISTENERS = """
  window.listening = 0;
  for (const [name, by] of [["addEventListener", 1], ["removeEventListener", -1]]) {
    const real = document[name];
    document[name] = function (kind, ...rest) {
      if (kind === "keydown") window.listening += by;
      return real.call(this, kind, ...rest);
    };
  }
"""


def test_a_storm_of_clicks_opens_one_puzzle(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.clock.set_fixed_time(NOON)
    page.add_init_script(LISTENERS)
    page.goto(address)
    ready(page)
    page.get_by_role("button", name="Today").evaluate(
        "button => { for (let i = 0; i < 9; i++) button.click(); }"
    )
    page.wait_for_load_state("networkidle")
    ready(page)
    assert page.evaluate("listening") == 1, "one player hears the keyboard"
    send(page, 0)
    expect(page.locator(".sp-ghost")).to_have_count(1)


def test_two_tabs_are_one_streak(context: BrowserContext, address: str) -> None:
    here, there = opened(context, address + "?mode=streak"), opened(context, address + "?mode=streak")
    for page in (here, there):
        ready(page)
    title = here.locator(".sp-head h2").inner_text()
    assert there.locator(".sp-head h2").inner_text() == title
    win(here, title.split()[-1])
    expect(here.locator(".bt-pane")).to_contain_text("1 win so far")
    there.click("[data-act=giveUp]")
    result(there, "The proved solution")
    expect(there.locator(".bt-pane")).to_contain_text("1 win so far")
    there.get_by_role("button", name="Your board").click()
    expect(there.locator(".bt-pane")).to_contain_text("Longest streak: 1.")


def test_a_puzzle_of_the_bank_says_what_chance_wins_and_that_no_hint_was_tried(
    context: BrowserContext, tmp_path: Path
) -> None:
    writer = write_run(tmp_path / "runs" / "main", [design("main", "coins", 0, plays=1)])
    writer.write_evals("held_out-step-000000", evaluation("eggs", range(16), [ZERO] * 3))
    bank = PuzzleBook(RunStore(tmp_path / "runs"), write_bank(tmp_path / "data", ("eggs",)))
    with serve(routes=PuzzleRoutes(bank).routes()) as pages:
        page = opened(context, pages.add("bank", "beat.js", list="/data/puzzles.json", base="/data/puzzle/"))
        ready(page)
        target = page.locator(".bt-target")
        expect(target.locator(".bt-gauge")).to_have_count(4)
        expect(target).to_contain_text("it never played with the hint")
        share = bank.puzzle("held_out/jar_eggs.py")["random"]
        assert 0 < share < 1
        expect(target).to_contain_text(f"{share * 100:g} %")


def test_on_a_phone_nothing_is_cut_and_the_rule_is_stated(browser: Browser, address: str) -> None:
    phone = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    phone.set_default_timeout(PATIENCE_MS)
    page = opened(phone, address)
    ready(page)
    expect(page.locator("input[name=move]")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".bt-rule summary").click()
    expect(page.locator(".bt-rule")).to_contain_text("in at least 8 plays without the hint")
    expect(page.locator(".bt-rule")).to_contain_text("still leaves a solve rate of up to 31 % possible")
    phone.close()


def test_without_puzzles_or_server_there_is_a_sentence(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    empty: dict[str, Any] = {"puzzles": [], "daily": [], "asked": 16, "applied": 16}
    page.route("**/data/puzzles.json*", lambda route: route.fulfill(json=empty))
    page.goto(address)
    expect(page.get_by_text("No recorded run holds an environment that the agent never won")).to_be_visible()
    page.unroute("**/data/puzzles.json*")
    page.route("**/data/puzzles.json*", lambda route: route.abort())
    page.goto(address)
    expect(page.get_by_text("The puzzles could not be reached")).to_be_visible()
