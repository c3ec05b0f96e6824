"""The static site on a server that only serves files, below a path: the map, a game to its end, no network."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "app"))

from axe import violations
from map_page import READY, dots, loneliest, places
from puzzle_run import answer, design, program, write_run
from sample_run import write_sample_run

from app.export import main

pytestmark = pytest.mark.browser
PATIENCE_MS = 60_000
FITS = "document.documentElement.scrollWidth <= innerWidth"
HOSTILE = "<img src=x onerror=alert(1)>"
LAPTOP = {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "color_scheme": "dark",
    "is_mobile": True,
    "has_touch": True,
}
PAGES = ("index.html", "play.html", "beat.html", "controls.html", "tools.html", "play.html?own=1")
WATCH = (
    "addEventListener('securitypolicyviolation', (e) => console.error('policy: ' + e.violatedDirective + ' ' + "
    "e.blockedURI))"
)
Visit = Callable[..., Page]


class Quiet(SimpleHTTPRequestHandler):
    """Files as ``python -m http.server`` serves them, without a line for each."""

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def file_server(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def www(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of two runs at ``some/path`` below what is served."""
    runs, www = tmp_path_factory.mktemp("runs"), tmp_path_factory.mktemp("www")
    write_sample_run(runs / "alpha", run_id="alpha", steps=4, seed=1)
    write_run(
        runs / "jars",
        [design("jars", "coins", 0, plays=16), design("jars", "figs", 1, plays=16, title=HOSTILE)],
    )
    assert main([str(www / "some/path"), "--data", str(runs)]) == 0
    return www


@pytest.fixture(scope="module")
def address(www: Path) -> Iterator[str]:
    with file_server(www) as server:
        yield f"{server}/some/path/"


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """``visit(page, **options of a context)``: a page of the site. A script error, an answer that is a refusal,
    something the page's policy forbids, or a request to anywhere else fails the test."""
    contexts, trouble = [], []

    def open_page(path: str, **options: Any) -> Page:
        context = browser.new_context(**options)
        contexts.append(context)
        context.add_init_script(WATCH)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: trouble.append(f"script error: {error}"))
        page.on("console", lambda said: said.type == "error" and trouble.append(said.text))
        local = (address, "blob:", "data:", "about:")
        page.on("request", lambda asked: asked.url.startswith(local) or trouble.append(f"asked {asked.url}"))
        page.goto(address + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert trouble == []


def ready(page: Page) -> None:
    expect(page.locator(".sp-player[aria-busy]")).to_have_attribute("aria-busy", "false", timeout=PATIENCE_MS)
    expect(page.locator(".sp-log .sp-first")).to_be_visible(timeout=PATIENCE_MS)


def send(page: Page, move: str) -> None:
    expect(page.locator(".sp-player[aria-busy]")).to_have_attribute("aria-busy", "false")
    page.fill("input[name=move]", move)
    page.keyboard.press("Enter")


def test_from_the_map_into_a_game_and_to_its_end(visit: Visit, www: Path) -> None:
    page = visit("index.html", **LAPTOP)
    page.wait_for_selector(READY)
    assert dots(page) == 12
    page.get_by_role("slider").first.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".count").first).to_contain_text("9 of 12 environments")
    page.mouse.click(*loneliest(places(page)))
    panel = page.locator("aside.panel")
    expect(panel.locator(".pairs")).to_be_visible()
    hint = panel.locator(".spoiler pre")
    expect(hint).to_be_hidden()
    panel.get_by_text("Show the hint").click()
    expect(hint).to_be_visible()
    expect(panel.locator(".passage")).to_contain_text("writes the tide down <b>twice</b> a day.")
    panel.get_by_role("tab", name="Code").click()
    expect(panel.locator(".code")).to_contain_text("def step(self, action):")
    panel.get_by_role("tab", name="Episodes").click()
    panel.get_by_role("button", name=re.compile("^All")).click()
    expect(panel.locator(".ending")).to_be_visible()
    panel.get_by_role("link", name="Play").click()
    ready(page)
    assert page.evaluate("crossOriginIsolated"), "so that a stuck program can be interrupted"
    page.click("[data-act=giveUp]")
    expect(page.get_by_role("heading", name="The proved solution")).to_be_visible(timeout=PATIENCE_MS)
    page.locator(".sp-dot").first.click()
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("Replayed exactly")).to_be_visible(timeout=PATIENCE_MS)
    page.get_by_role("link", name="Show on the map").click()
    page.wait_for_selector(READY)
    expect(panel.locator(".pairs")).to_be_visible()


def test_text_is_found_in_titles_observations_and_programs(visit: Visit) -> None:
    page = visit("index.html?q=rng.randint(-3&where=code")
    page.wait_for_selector(READY)
    found = page.locator(".found")
    expect(found).to_have_text(re.compile(r"^\d+ match(es)?$"))
    in_code = int(found.inner_text().split()[0])
    assert 0 < in_code < 12
    page.get_by_label("Search in").select_option("text observation")
    expect(found).to_have_text("0 matches")
    page.get_by_role("searchbox").fill("Walk to the")
    page.keyboard.press("Enter")
    expect(found).to_have_text(re.compile(rf"^{in_code} match"))
    assert page.get_by_label("Search in").locator("option", has_text="Meaning").count() == 0
    assert page.get_by_role("button", name="Parquet").count() == 0


def test_a_puzzle_is_won_by_its_solution(visit: Visit) -> None:
    page = visit("beat.html?puzzle=jars/jars-000000-0")
    ready(page)
    send(page, answer(program("coins"), seed=1))
    expect(page.get_by_role("heading", name="You won")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator(".bt-gauges")).to_contain_text("0 of 16")


def test_titles_are_text_and_what_is_not_there_is_a_sentence(visit: Visit) -> None:
    page = visit("play.html")
    expect(page.locator(".site-cards strong", has_text=HOSTILE)).to_be_visible()
    page.goto(page.url + "?env=alpha-9-9&seed=1")
    expect(page.get_by_role("alert")).to_contain_text("run 'alpha' holds no environment 'alpha-9-9'")
    page.goto(page.url.split("?")[0] + "?env=alpha-1-1&seed=-4&colour=red")
    ready(page)
    expect(page.locator(".site-said")).to_have_count(2)
    said = page.locator(".site-said").all_inner_texts()
    assert "colour is 'red'" in said[0] and "seed is '-4', expected a whole number" in said[1]


@pytest.mark.parametrize(
    ("pages", "options"),
    [(PAGES[:2], LAPTOP), (PAGES, PHONE)],
    ids=["laptop", "dark-phone"],
)
def test_every_page_fits_and_axe_finds_nothing(
    visit: Visit, pages: tuple[str, ...], options: dict[str, Any]
) -> None:
    page = visit(pages[0], **options)
    home = page.url.removesuffix(pages[0])
    for name in pages:
        page.goto(home + name)
        if name == "index.html":
            page.wait_for_selector(READY)
        elif name == "play.html":
            expect(page.get_by_role("link", name="Play the chosen one")).to_be_visible()
        else:
            ready(page)
        assert page.evaluate(FITS), name
        assert violations(page) == [], name
    page.close()


def test_without_a_service_worker_a_game_goes_on_unisolated(visit: Visit) -> None:
    page = visit("controls.html", service_workers="block")
    expect(page.locator(".sp-status")).to_contain_text("this page is not isolated", timeout=PATIENCE_MS)
    page.get_by_role("button", name="go up").click()
    expect(page.locator(".sp-turns")).to_have_text("turn 1 of 25")


def test_a_second_visit_needs_no_network(browser: Browser, www: Path) -> None:
    context = browser.new_context()
    with file_server(www) as server:
        page = context.new_page()
        page.goto(f"{server}/some/path/controls.html")
        expect(page.locator(".sp-player[data-offline]")).to_be_attached(timeout=PATIENCE_MS)
        page.close()
    for name in ("controls.html", "controls.html?board=sokoban&seed=277"):  # the server is gone
        page = context.new_page()
        page.goto(f"{server}/some/path/{name}")
        ready(page)
        assert page.evaluate("crossOriginIsolated")
    page.goto(f"{server}/some/path/never-seen.html")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    ready(page)
    context.close()
