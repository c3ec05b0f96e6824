"""The map and training pages for everybody: axe-core, the keyboard alone, and runs that cannot be read."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pipeline.run_log import RunWriter

sys.path.insert(0, str(Path(__file__).parent))

from axe import serious
from map_page import READY, dots, opener, query
from sample_run import write_sample_run
from serve import serving

pytestmark = pytest.mark.browser


@pytest.fixture
def atlas(open_page):
    """``atlas(path, …)``: the map page, drawn."""
    return opener(open_page)


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 390)])
def test_axe_finds_nothing_serious_on_the_map(atlas, scheme: str, width: int) -> None:
    page = atlas("/?env=alpha-3-0", width=width, scheme=scheme)
    page.get_by_text("Show the hint").click()
    page.locator(".checks summary").click()
    assert serious(page) == []
    for tab in ("Code", "Episodes"):
        page.get_by_role("tab", name=tab).click()
        assert serious(page, "document.querySelector('[data-testid=stMain]')") == []
    page.locator("aside.panel").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Filters").click()
    assert serious(page) == []


def test_axe_finds_nothing_serious_on_the_training_page(open_page) -> None:
    page = open_page("/training")
    expect(page.locator(".js-plotly-plot").first).to_be_visible(timeout=60_000)
    assert serious(page) == []


def focused(page: Page) -> str:
    """What the focused control is called."""
    return page.evaluate(
        """() => {
          let node = document.activeElement;
          while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
          return (node.ariaLabel ?? node.labels?.[0]?.textContent ?? node.textContent ?? "").trim();
        }"""
    )


def tab_to(page: Page, name: str, most: int = 60) -> None:
    """Press Tab until a control whose name matches ``name`` has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if re.search(name, focused(page)):
            return
    raise AssertionError(f"Tab never came to {name!r}")


def test_the_keyboard_alone_walks_the_whole_page(atlas) -> None:
    page = atlas()
    page.keyboard.press("/")
    page.keyboard.type("compass")
    page.keyboard.press("Enter")
    expect(page.locator(".found")).to_contain_text("match")
    page.keyboard.press("Escape")  # leaves the search, which clears it
    expect(page.locator(".found")).to_have_text("")
    tab_to(page, "^Colour by")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("Colour by")).to_have_value("skill")
    tab_to(page, "^Training step")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("output.said")).to_have_text("Steps 0–6 of 7")
    tab_to(page, "^Solved")
    page.keyboard.press("Enter")
    assert focused(page).startswith("Solved")  # sorting draws the table anew and keeps the focus
    page.keyboard.press("Tab")
    tab_to(page, "(weight|lamps|walk)$")
    title = focused(page)
    page.keyboard.press("Enter")
    panel = page.locator("aside.panel")
    expect(panel.locator("h2")).to_have_text(title)
    expect(panel.locator("h2")).to_be_focused()
    tab_to(page, "^Overview$", most=8)
    page.keyboard.press("ArrowRight")
    expect(panel.locator(".code")).to_be_visible()
    page.keyboard.press("ArrowRight")
    tab_to(page, "^Next turn$", most=8)
    page.keyboard.press("Enter")
    expect(panel.locator(".where")).to_contain_text("Turn 1 of")
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    assert focused(page) == title
    page.keyboard.press("j")
    page.keyboard.press("r")
    expect(panel.locator(".code")).to_be_visible()
    page.keyboard.press("p")
    page.wait_for_url(re.compile(r"/play\?"))


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory):
    """Address of a server on one sound run among broken ones, and the directory."""
    root = tmp_path_factory.mktemp("broken")
    write_sample_run(root / "good", run_id="good", steps=3)
    torn = root / "good/plays/step-000001.parquet"
    torn.write_bytes(torn.read_bytes()[:200])
    write_sample_run(root / "nameless", run_id="nameless", steps=2)
    (root / "nameless/map/topics.parquet").write_bytes(b"PAR1")
    write_sample_run(root / "newer", run_id="newer", steps=1)
    meta = json.loads((root / "newer/run.json").read_text())
    (root / "newer/run.json").write_text(json.dumps(meta | {"schema_version": 99}))
    (root / "corrupt").mkdir()
    (root / "corrupt/run.json").write_text('{"schema_version": 1')
    RunWriter.create(root / "empty", {"run_id": "empty"})
    with serving(root) as address:
        yield address, root


def test_broken_runs_are_named_and_the_rest_works(browser, broken) -> None:
    address, root = broken
    page = browser.new_page()
    page.goto(address + "/?run=good,nameless&env=good-1-1")
    page.wait_for_selector(READY)
    page.get_by_text("more files or runs with problems").click()
    for sentence in (
        f"{root}/newer/run.json has schema_version 99",
        f"{root}/corrupt/run.json cannot be read as JSON",
        f"{root}/empty holds no complete step yet",
        f"{root}/good/plays/step-000001.parquet is not a readable Parquet file",
        f"{root}/nameless/map/topics.parquet is not a readable Parquet file",
    ):
        expect(page.get_by_text(sentence).first).to_be_visible()
    assert dots(page) == 15
    panel = page.locator("aside.panel")
    expect(panel.locator(".problem")).to_contain_text(f"{root}/good/plays/step-000001.parquet")
    expect(panel).to_contain_text("Its episodes are not at hand")
    expect(panel.locator(".observation")).not_to_be_empty()
    page.keyboard.press("Escape")
    page.goto(address + "/?env=good-2-1")
    expect(panel.locator(".pair .outcome")).to_have_count(16)
    assert query(page)["env"] == "good-2-1"
    page.close()
