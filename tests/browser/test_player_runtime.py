"""What a program may do to the page (nothing), and what a page does when its runtime is not as hoped."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bank_sample import bank_jobs, here
from playwright.sync_api import Browser, BrowserContext, Page, expect
from programs import GUESS

sys.path.insert(0, str(Path(__file__).parent))

from player_page import PageServer, broken_assets, serve
from player_programs import HOSTILE, STUCK_ON_ODD

pytestmark = pytest.mark.browser

PATIENCE_MS = 60_000
RUNTIME = """async (assets) => {
  const { sharedRuntime } = await import("/player/shared_runtime.js");
  return (await sharedRuntime(assets, () => {}).promise).how;
}"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    with serve({"/rt/broken": broken_assets(tmp_path_factory.mktemp("broken"))}) as server:
        yield server


@pytest.fixture(scope="module")
def context(browser: Browser, screen: dict[str, Any]) -> Iterator[BrowserContext]:
    context = browser.new_context(**screen)
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    page.close()
    assert errors == []


def show(page: Page, pages: PageServer, source: str, **options: Any) -> None:
    program = {"source": source, "title": "t", "summary": "", "env_id": "e", "kind": "game"}
    page.goto(pages.add("p", program=program, seed=2, **options))


def ready(page: Page) -> None:
    expect(page.locator(".sp-status.sp-live")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator(".sp-player")).to_have_attribute("aria-busy", "false")


def send(page: Page, move: str) -> None:
    expect(page.locator(".sp-player")).to_have_attribute("aria-busy", "false")
    page.fill("input[name=move]", move)
    page.keyboard.press("Enter")


def restart(page: Page) -> None:
    expect(page.locator(".sp-player")).to_have_attribute("aria-busy", "false")
    page.click("[data-act=restart]")
    expect(page.locator(".sp-player")).to_have_attribute("aria-busy", "false")
    turn(page, 0)


def turn(page: Page, number: int) -> None:
    expect(page.locator(".sp-turns")).to_have_text(re.compile(rf"turn {number} of \d+"), timeout=PATIENCE_MS)


@pytest.fixture(scope="module")
def hostile(context: BrowserContext, pages: PageServer) -> Iterator[Page]:
    """One page for all that one program tries; each test finds it alive and leaves it so."""
    page = context.new_page()
    show(page, pages, HOSTILE)
    ready(page)
    yield page
    page.close()


@pytest.mark.parametrize("move", ["loop", "swallow"])
def test_a_stuck_step_is_stopped_and_the_game_goes_on(hostile: Page, move: str) -> None:
    restart(hostile)
    send(hostile, "good")
    turn(hostile, 1)
    send(hostile, move)
    assert hostile.evaluate("1 + 1") == 2, "the page answers while the program runs"
    notice = hostile.locator(".sp-player > .sp-notice")
    expect(notice).to_contain_text("did not answer in time and was stopped", timeout=PATIENCE_MS)
    expect(notice).to_contain_text("back at the last good turn")
    turn(hostile, 1)
    send(hostile, "good")
    turn(hostile, 2)
    expect(hostile.locator(".sp-log")).to_contain_text("turn 2")


def test_a_flood_of_output_goes_nowhere(hostile: Page) -> None:
    restart(hostile)
    send(hostile, "flood")
    said = hostile.locator(".sp-turns, .sp-player > .sp-notice")
    expect(said.filter(has_text=re.compile("turn 1 of|was stopped"))).not_to_have_count(
        0, timeout=PATIENCE_MS
    )
    send(hostile, "good")
    expect(hostile.locator(".sp-log")).to_contain_text(re.compile(r"turn [12]"))


def test_no_network_no_page_no_storage(hostile: Page, pages: PageServer) -> None:
    pages.asked.clear()
    bait = pages.address + "/bait/"
    assert hostile.evaluate("async (url) => (await fetch(url + 'page')).text()", bait) == "reached"
    assert pages.asked == ["/bait/page"], "the bait is there to be taken"
    restart(hostile)
    send(hostile, f"sneak {bait}")
    turn(hostile, 1)
    said = hostile.locator(".sp-main .sp-text").last.inner_text().split()
    assert len(said) > 15
    assert [word for word in said if not word.endswith(":stopped")] == []
    send(hostile, "good")
    turn(hostile, 2)
    assert pages.asked == ["/bait/page"]
    assert hostile.evaluate("document.title") == "Player"


def test_a_program_stuck_in_reset_leaves_the_page_usable(page: Page, pages: PageServer) -> None:
    show(page, pages, STUCK_ON_ODD)
    ready(page)
    page.fill(".sp-seed", "5")
    page.keyboard.press("Tab")
    notice = page.locator(".sp-player > .sp-notice")
    expect(notice).to_contain_text("never gave a first observation: try a new seed", timeout=PATIENCE_MS)
    page.fill(".sp-seed", "4")
    page.keyboard.press("Tab")
    turn(page, 0)
    expect(page.locator(".sp-log")).to_contain_text("started")


def test_a_damaged_snapshot_falls_back_to_a_plain_start(page: Page, pages: PageServer) -> None:
    show(page, pages, GUESS, assets="/rt/broken/")
    ready(page)
    assert page.evaluate(RUNTIME, "/rt/broken/") == "plain"
    send(page, "0")
    turn(page, 1)


def test_missing_assets_and_missing_webassembly_end_in_a_sentence(page: Page, pages: PageServer) -> None:
    show(page, pages, GUESS, assets="/nowhere/")
    notice = page.locator(".sp-player > .sp-notice")
    expect(notice).to_contain_text("not built here. Run: python -m web_runtime.build")
    page.get_by_role("button", name="Try again").click()
    expect(notice).to_contain_text("not built here")
    page.add_init_script("delete globalThis.WebAssembly")
    show(page, pages, GUESS)
    expect(notice).to_contain_text("no WebAssembly, so Python cannot run")


def test_without_isolation_a_stuck_step_costs_a_restart(page: Page, pages: PageServer) -> None:
    show(page, pages, HOSTILE)
    page.goto(page.url.replace("/page/", "/bare/"))
    ready(page)
    expect(page.locator(".sp-status")).to_contain_text("not isolated")
    send(page, "good")
    turn(page, 1)
    send(page, "loop")
    expect(page.locator(".sp-player > .sp-notice")).to_contain_text("was stopped", timeout=PATIENCE_MS)
    turn(page, 1)


def test_every_sampled_program_of_the_bank_replays_exactly_in_chromium(page: Page, pages: PageServer) -> None:
    show(page, pages, GUESS)
    ready(page)
    replies = page.evaluate(
        """async (jobs) => {
          const { sharedRuntime } = await import("/player/shared_runtime.js");
          const runtime = await sharedRuntime("/rt/", () => {}).promise;
          const replies = [];
          for (const job of jobs) replies.push(await runtime.call({ op: "replay", ...job }, 20000));
          return replies;
        }""",
        bank_jobs(),
    )
    assert len(replies) == len(bank_jobs())
    different = [i for i, job in enumerate(bank_jobs()) if replies[i]["canonical"] != here(job)]
    assert different == []
