"""Visits that do not go as hoped: no network, no worker, a missing package, two tabs, endless programs."""

from __future__ import annotations

import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from programs import GUESS

sys.path.insert(0, str(Path(__file__).parent))

from player_page import PageServer, serve
from player_programs import ARABIC, AT_THE_FIRST_MOVE, ENDLESS, IMPORTS, LATE_IMPORT, LONG_START
from player_session import FITS

pytestmark = pytest.mark.browser

PATIENCE_MS = 60_000
NOTICE = ".sp-player > .sp-notice"


def make_wheel(folder: Path, module: str, source: str) -> Path:
    """A pure-Python wheel of one module, as a package index would hold it."""
    info = f"{module}-1.0.dist-info"
    path = folder / f"{module}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{module}.py", source)
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
    return path


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    wheels = tmp_path_factory.mktemp("wheels")
    make_wheel(wheels, "lucky", "def number():\n    return 4\n")
    make_wheel(wheels, "needy", "import nowhere\n")
    with serve(wheels=wheels) as server:
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
    assert page.evaluate(FITS)
    page.close()
    assert errors == []


def show(page: Page, pages: PageServer, source: str, **options: Any) -> None:
    program = {"source": source, "title": "A game", "summary": "", "env_id": "edge", "kind": "game"}
    page.goto(pages.add("edge", program=program, seed=2, **options))


def ready(page: Page) -> None:
    expect(page.locator(".sp-status.sp-live")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator(".sp-player")).to_have_attribute("aria-busy", "false")


def send(page: Page, move: object) -> None:
    expect(page.locator(".sp-player")).to_have_attribute("aria-busy", "false")
    page.fill("input[name=move]", str(move))
    page.keyboard.press("Enter")


def turn(page: Page, number: int) -> None:
    expect(page.locator(".sp-turns")).to_have_text(re.compile(rf"turn {number} of \d+"), timeout=PATIENCE_MS)


def test_the_second_visit_needs_no_network(browser: Browser) -> None:
    context = browser.new_context()
    with serve() as pages:
        page = context.new_page()
        show(page, pages, GUESS)
        ready(page)
        expect(page.locator(".sp-player[data-offline]")).to_be_attached(timeout=PATIENCE_MS)
        address = page.url
        page.close()
    page = context.new_page()  # the server is gone
    page.goto(address)
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    ready(page)
    assert page.evaluate("crossOriginIsolated"), "a stuck program can be stopped there as well"
    send(page, 0)
    turn(page, 1)
    context.close()


def test_offline_at_the_first_visit_is_a_sentence_and_a_second_try(page: Page, pages: PageServer) -> None:
    page.route("**/rt/**", lambda route: route.abort())
    show(page, pages, GUESS)
    expect(page.locator(NOTICE)).to_contain_text("are you online?")
    page.unroute("**/rt/**")
    page.get_by_role("button", name="Try again").click()
    ready(page)
    turn(page, 0)


def test_a_blocked_worker_is_a_sentence(page: Page, pages: PageServer) -> None:
    page.add_init_script("if (self !== top) self.Worker = class { constructor() { throw new Error('no') } }")
    show(page, pages, GUESS)
    expect(page.locator(NOTICE)).to_contain_text("this browser refused its worker (no)")


def test_a_worker_that_never_answers_is_a_sentence(page: Page, pages: PageServer) -> None:
    page.add_init_script("if (self !== top) self.Worker = class { postMessage() {} terminate() {} }")
    page.clock.install()
    show(page, pages, GUESS)
    page.wait_for_function("document.querySelector('iframe') !== null")
    page.clock.run_for(50_000)
    expect(page.locator(NOTICE)).to_contain_text("silent for 45 seconds: this browser may refuse its worker")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def test_a_first_observation_of_5000_lines_is_folded_and_played(page: Page, pages: PageServer) -> None:
    show(page, pages, LONG_START)
    ready(page)
    assert page.locator(".sp-log").evaluate("log => log.innerText.split('\\n').length") < 80
    page.get_by_role("button", name="show all (5,000 lines").click()
    expect(page.locator(".sp-tall")).to_contain_text("line 4999")
    send(page, "go")
    expect(page.locator(".sp-result h3")).to_have_text("You won")


def test_right_to_left_text_and_a_board_of_emoji(page: Page, pages: PageServer) -> None:
    show(page, pages, ARABIC)
    ready(page)
    label = page.locator(".sp-grid").get_attribute("aria-label")
    assert label == "Board of 3 rows and 4 columns. 🧑‍🚀 ⬜️ ⬜️ ⬜️; ⬜️ ⬜️ ⬜️ 🏁; ⬜️ ⬜️ ⬜️ ⬜️", (
        "an emoji is one square"
    )
    way = "node => getComputedStyle(node).direction"
    assert page.locator(".sp-first .sp-text").evaluate(way) == "rtl"
    page.fill("input[name=move]", "يمين")
    assert page.locator("input[name=move]").evaluate(way) == "rtl"
    page.keyboard.press("Enter")
    expect(page.locator(".sp-result h3")).to_have_text("You won")


def test_a_program_without_an_end_ends_at_the_turn_limit(page: Page, pages: PageServer) -> None:
    show(page, pages, ENDLESS)
    ready(page)
    for number in range(1, 26):
        send(page, "on")
        turn(page, number)
    expect(page.locator(".sp-result h3")).to_have_text("Out of turns")


def test_a_program_that_is_over_at_once(page: Page, pages: PageServer) -> None:
    show(page, pages, AT_THE_FIRST_MOVE)
    ready(page)
    send(page, "hello")
    expect(page.locator(".sp-result h3")).to_have_text("Lost")
    expect(page.locator(".sp-result")).to_contain_text("After 1 turn of 25")


def test_two_tabs_play_side_by_side(page: Page, pages: PageServer, context: BrowserContext) -> None:
    other = context.new_page()
    for tab in (page, other):
        show(tab, pages, AT_THE_FIRST_MOVE)
    for tab, seed in ((page, "11"), (other, "12")):
        ready(tab)
        tab.fill(".sp-seed", seed)
        tab.keyboard.press("Tab")
        tab.wait_for_function(f"new URLSearchParams(location.search).get('seed') === '{seed}'")
        send(tab, "hello")
        expect(tab.locator(".sp-result h3")).to_have_text("Lost")
    expect(other.locator(".sp-history")).to_contain_text("seed 11 lost in 1 turn")
    expect(other.locator(".sp-history")).to_contain_text("seed 12 lost in 1 turn")
    other.close()


def test_a_package_comes_from_the_configured_folder(page: Page, pages: PageServer) -> None:
    show(page, pages, IMPORTS.replace("MODULE", "lucky"), wheels="/wheels/")
    expect(page.locator(".sp-log")).to_contain_text("Say 4.", timeout=PATIENCE_MS)
    send(page, 4)
    expect(page.locator(".sp-result h3")).to_have_text("You won")


def test_a_package_from_elsewhere_needs_consent_and_the_right_hash(page: Page, pages: PageServer) -> None:
    asked: list[str] = []

    def forged(route: Any) -> None:
        asked.append(route.request.url)
        route.fulfill(body=b"not numpy", headers={"access-control-allow-origin": "*"})

    page.route("https://cdn.jsdelivr.net/**", forged)
    show(page, pages, IMPORTS.replace("MODULE", "numpy"), wheels="/wheels/")
    card = page.locator(".sp-linked")
    expect(card).to_contain_text("“numpy”, which is not on this server", timeout=PATIENCE_MS)
    assert asked == []
    card.get_by_role("button", name="Load from cdn.jsdelivr.net").click()
    expect(card).to_contain_text("is not the file that the lock names")
    assert len(asked) == 1
    assert re.fullmatch(r"https://cdn\.jsdelivr\.net/pyodide/v314\.0\.7/full/numpy-.+\.whl", asked[0])


def test_an_unknown_package_is_a_sentence(page: Page, pages: PageServer) -> None:
    show(page, pages, IMPORTS.replace("MODULE", "nosuchthing"))
    expect(page.locator(".sp-linked")).to_contain_text("No package that offers “nosuchthing” is known here")


def fork(page: Page, source: str) -> None:
    page.get_by_label("Program source").fill(source)
    page.get_by_role("button", name="Run this").click()


def test_ones_own_program_gets_its_package_too(page: Page, pages: PageServer) -> None:
    page.goto(pages.add("own", seed=2, wheels="/wheels/"))
    ready(page)
    fork(page, IMPORTS.replace("MODULE", "lucky"))
    expect(page.locator(".sp-head h2")).to_have_text("Lucky", timeout=PATIENCE_MS)
    send(page, 4)
    expect(page.locator(".sp-result h3")).to_have_text("You won")
    fork(page, IMPORTS.replace("MODULE", "numpy"))
    card = page.locator(".sp-linked")
    expect(card.get_by_role("button", name="Load from cdn.jsdelivr.net")).to_be_in_viewport()


def test_a_package_that_a_turn_imports_is_loaded_and_the_game_starts_over(
    page: Page, pages: PageServer
) -> None:
    show(page, pages, LATE_IMPORT.replace("MODULE", "lucky"), wheels="/wheels/")
    ready(page)
    send(page, "go")
    turn(page, 0)
    send(page, "go")
    expect(page.locator(".sp-log")).to_contain_text("It was 4.", timeout=PATIENCE_MS)


def test_a_package_that_lacks_another_is_loaded_once_and_that_is_said(page: Page, pages: PageServer) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith(".whl") else None)
    show(page, pages, IMPORTS.replace("MODULE", "needy"), wheels="/wheels/")
    said = "“needy” was loaded, but importing it fails: it may need a package that is not here."
    expect(page.locator(".sp-linked")).to_have_text(said, timeout=PATIENCE_MS)
    assert len([address for address in asked if "/wheels/" in address]) == 1
