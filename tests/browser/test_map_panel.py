"""The environment panel: outcomes in pairs, lineage, passage, checks, code, episodes turn by turn, its address."""

from __future__ import annotations

import itertools
import re
import sys
from pathlib import Path
from statistics import fmean
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from pipeline.run_log import RunReader

sys.path.insert(0, str(Path(__file__).parent))

from map_page import opener, query, wait_for_query

pytestmark = pytest.mark.browser
ENV = "alpha-3-0"


@pytest.fixture
def atlas(open_page):
    """``atlas(path, …)``: the map page, drawn."""
    return opener(open_page)


@pytest.fixture
def log(runs_root: Path):
    """``log(sql, …)``: rows of the run ``alpha``."""
    with RunReader(runs_root / "alpha") as run:
        yield lambda sql, *params: run.rows(sql, list(params))


def expected_pairs(plays: list[dict]) -> list[str]:
    """Per seed, in order, whether the hint made the mean return better, worse or left it the same."""
    said = []
    for _, own in itertools.groupby(sorted(plays, key=lambda play: play["seed"]), lambda play: play["seed"]):
        rows = list(own)
        plain, hint = (fmean(p["return"] for p in rows if p["arm"] == arm) for arm in ("plain", "hint"))
        said.append("better" if hint > plain else "worse" if hint < plain else "same")
    return said


def test_overview(atlas, log) -> None:
    page = atlas(f"/?env={ENV}")
    panel = page.locator("aside.panel")
    [design] = log("select * from designs where env_id = ?", ENV)
    plays = log("select * from plays where env_id = ? order by seed", ENV)
    expect(panel.locator(".facts dt").first).to_be_visible()
    facts = dict(
        zip(
            panel.locator(".facts dt").all_inner_texts(),
            panel.locator(".facts dd").all_inner_texts(),
            strict=True,
        )
    )
    assert facts["Run"] == "Sample alpha (alpha)" and facts["Step"] == "3" and facts["Id"] == ENV
    assert (facts["Skill"], facts["Asked for"]) == (design["skill"], design["difficulty"])
    assert (facts["Turn limit"], facts["Lines"]) == (str(design["max_turns"]), str(design["lines"]))

    rows = panel.locator(".pair:not(.heads)")
    kinds = [kind.split()[1] for kind in rows.evaluate_all("rows => rows.map((row) => row.className)")]
    assert kinds == expected_pairs(plays)
    won = sum(play["outcome"] == "won" for play in plays if play["arm"] == "hint")
    expect(panel.locator(".arm.hint .score")).to_have_text(f"{won} of 8 won")
    slopes = panel.locator(".join line").evaluate_all(
        "all => all.map((l) => l.y1.baseVal.value - l.y2.baseVal.value)"
    )
    assert [("same", "better", "worse")[(rise > 0) - (rise < 0)] for rise in slopes] == kinds

    # the passage, as text even where it looks like markup
    expect(panel.locator(".passage blockquote")).to_have_text(
        "The keeper of gauge 3 writes the tide down <b>twice</b> a day."
    )
    expect(panel.locator(".checks summary")).to_have_text("Validity: 2 checks passed, 1 failed")
    panel.locator(".checks summary").click()
    expect(panel.locator(".checks .fail")).to_contain_text("Its own solution wins")

    nearest = log("select neighbors from points where env_id = ?", ENV)[0]["neighbors"]
    children = log("select env_id from designs where valid and list_contains(parent_ids, ?)", ENV)
    links = panel.locator(".relatives a").evaluate_all(
        "all => all.map((a) => new URL(a.href).searchParams.get('env'))"
    )
    assert links == [*nearest, *design["parent_ids"], *(row["env_id"] for row in children)]
    panel.locator(f".relatives a[href$='env={quote(design['parent_ids'][0])}']").first.click()
    wait_for_query(page, "env", design["parent_ids"][0])
    expect(panel.locator(".facts dd").last).to_have_text(design["parent_ids"][0])
    page.go_back()
    expect(panel.locator(".facts dd").last).to_have_text(ENV)


def test_episodes_turn_by_turn_with_the_keyboard_and_in_the_address(atlas, log) -> None:
    play = log("select * from plays where env_id = ? and arm = 'hint' order by seed", ENV)[2]
    page = atlas(f"/?env={ENV}")
    panel = page.locator("aside.panel")
    panel.locator(".dots.hint .outcome").nth(2).click()
    said = panel.locator(".log .said")
    expect(panel.locator(".log .hint pre")).to_have_text(play["hint"])
    page.keyboard.press("ArrowRight")
    expect(panel.locator(".log .agent pre")).to_have_text(play["steps"][0]["action"])
    expect(said.last.locator("pre")).to_have_text(play["steps"][0]["observation"])
    expect(said.last.locator(".reward")).to_contain_text(f"reward {play['steps'][0]['reward']:g}")
    page.keyboard.press("End")
    turns = len(play["steps"])
    expect(said).to_have_count(2 + 2 * turns)
    expect(panel.locator(".ending")).to_contain_text(f"return {play['return']:g}")
    page.keyboard.press("Home")
    page.keyboard.press("]")
    expect(panel.locator(".where")).to_have_text(f"Turn 1 of {turns}")
    wait_for_query(page, "turn", "1")
    assert query(page) == query(page) | {"tab": "episodes", "play": "hint.2", "turn": "1"}
    expect(page.locator("output.said")).to_have_text("Steps 0–7 of 7")  # arrows moved turns, not steps

    shared = atlas("/" + page.evaluate("() => location.search")).locator("aside.panel")
    expect(shared.locator(".where")).to_have_text(f"Turn 1 of {turns}")
    expect(shared.locator(".log .agent pre")).to_have_text(play["steps"][0]["action"])
    shared.get_by_role("button", name="Without hint", exact=True).click()
    expect(shared.get_by_label("Episode", exact=True).locator("option:checked")).to_contain_text(
        str(play["seed"])
    )
    expect(shared.locator(".log .hint")).to_have_count(0)


def test_code_is_copied_and_saved_as_it_is(atlas, log) -> None:
    page = atlas(f"/?env={ENV}&tab=code")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    panel = page.locator("aside.panel")
    code = log("select code from designs where env_id = ?", ENV)[0]["code"]
    panel.get_by_role("button", name="Copy", exact=True).click()
    expect(panel.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == code
    with page.expect_download() as saving:
        panel.get_by_role("button", name="Download").click()
    assert saving.value.suggested_filename == f"{ENV}.py"
    assert Path(saving.value.path()).read_text() == code
    panel.get_by_role("button", name="Copy link").click()
    expect(panel.locator(".actions").get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == page.url
    panel.get_by_role("tab", name="Overview").click()
    wait_for_query(page, "tab", None)


def test_a_rejected_design_says_why_and_an_episode_that_is_not_there_is_said(atlas, log) -> None:
    design = log("select env_id, verdict_stage, verdict_reason from designs where not valid order by step")[0]
    panel = atlas(f"/?env={design['env_id']}").locator("aside.panel")
    expect(panel.locator(".problem")).to_contain_text("Rejected, so it was not played")
    expect(panel.locator(".problem")).to_contain_text(design["verdict_reason"] or design["verdict_stage"])
    panel = atlas(f"/?env={ENV}&tab=episodes&play=plain.99").locator("aside.panel")
    expect(panel.locator(".problem")).to_contain_text("this environment has 8 episodes of that arm")
    expect(panel.locator(".where")).to_contain_text("Start of")


def test_sheet_on_a_phone_fills_the_screen_and_closes(atlas) -> None:
    page = atlas("/?env=alpha-7-0", width=390, height=844, scheme="dark")
    panel = page.locator("aside.panel")
    expect(panel.locator("h2")).to_be_visible()
    box = panel.bounding_box()
    assert box == {"x": 0, "y": 0, "width": 390, "height": 844}
    close = panel.get_by_role("button", name="Close")
    top = page.evaluate(
        "([x, y]) => { let n = document.elementFromPoint(x, y); while (n?.shadowRoot) n = n.shadowRoot.elementFromPoint(x, y); return n?.ariaLabel; }",
        [close.bounding_box()["x"] + 20, close.bounding_box()["y"] + 20],
    )
    assert top == "Close"
    expect(panel.locator(".passage")).to_contain_text(
        re.compile("corpus-007 is not at hand: .*sample-passages.jsonl")
    )
    assert panel.evaluate("node => node.scrollWidth") <= 390
    close.tap()
    expect(panel).to_be_hidden()
    assert "env" not in query(page)
