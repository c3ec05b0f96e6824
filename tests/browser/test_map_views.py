"""The map's ways of looking: filters, search, lasso, downloads, modes, labels, figures, renderers, history."""

from __future__ import annotations

import csv
import io
import re
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from playwright.sync_api import Page, expect

from pipeline.run_log import RunReader

sys.path.insert(0, str(Path(__file__).parent))

from map_page import dots, opener, painted, places, query, wait_for_query

pytestmark = pytest.mark.browser


@pytest.fixture
def atlas(open_page):
    """``atlas(path, …)``: the map page, drawn."""
    return opener(open_page)


@pytest.fixture
def designs(runs_root: Path) -> list[dict]:
    """Valid designs of ``alpha`` in the order of the map."""
    with RunReader(runs_root / "alpha") as run:
        return run.rows("select * from designs where valid order by step, attempt, env_id")


def test_facets_filter_without_asking_the_server(atlas, designs) -> None:
    page = atlas()
    page.wait_for_load_state("networkidle")  # the texts of the rows in view come after the dots
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("button", name="Filters").click()
    panel = page.get_by_role("region", name="Filters")
    for skill in ("Mathematical Reasoning", "Spatial Reasoning"):
        expected = sum(design["skill"] == skill for design in designs)
        expect(panel.locator(".tick", has_text=skill).locator(".number")).to_have_text(str(expected))
    panel.get_by_label("Spatial Reasoning").uncheck()
    panel.get_by_label("Intractable").uncheck()
    kept = [d for d in designs if d["skill"] != "Spatial Reasoning" and d["quadrant"] != "intractable"]
    assert dots(page) == len(kept)
    least = panel.get_by_label("Solved without a hint: at least")
    least.fill("0.25")
    kept = [d for d in kept if d["solve_rate_plain"] >= 0.25]
    assert dots(page) == len(kept)
    expect(page.locator(".table h2")).to_have_text(re.compile(rf"^{len(kept)} environments? in view"))
    wait_for_query(page, "solved", "0.25..1")
    assert [url for url in asked if "/data/" in url] == []

    shared = atlas("/" + page.evaluate("() => location.search"))
    assert dots(shared) == len(kept)
    page.get_by_role("button", name="Clear all filters").click()
    assert dots(page) == len(designs)


def test_text_search_lights_its_matches(atlas, designs) -> None:
    page = atlas()
    page.keyboard.press("/")
    page.keyboard.type("compass")
    page.keyboard.press("Enter")
    expected = [d for d in designs if "compass" in d["code"]]
    expect(page.locator(".found")).to_have_text(f"{len(expected)} matches")
    expect(page.locator(".table h2")).to_have_text(f"{len(expected)} environments found")
    assert dots(page) == len(designs)
    titles = page.locator("tbody th").all_inner_texts()
    assert sorted(titles) == sorted(d["title"] for d in expected)[: len(titles)] or len(expected) > 12
    assert query(page)["q"] == "compass"
    page.get_by_label("Search in").select_option("text title")
    expect(page.locator(".found")).to_have_text("0 matches")
    page.go_back()
    expect(page.locator(".found")).to_have_text(f"{len(expected)} matches")
    page.get_by_role("button", name="Clear search").click()
    expect(page.locator(".table h2")).to_have_text(f"{len(designs)} environments in view")


def test_meaning_without_embeddings_is_a_sentence(atlas) -> None:
    page = atlas("/?q=heavy+things&by=meaning")
    expect(page.locator(".found")).to_contain_text("cannot be searched by meaning")
    assert dots(page) == 24


def test_more_like_this_ranks_neighbours(atlas, runs_root) -> None:
    with RunReader(runs_root / "alpha") as run:
        near = run.rows("select neighbors from points where env_id = 'alpha-2-1'")[0]["neighbors"]
        title = {row["env_id"]: row["title"] for row in run.rows("select env_id, title from designs")}
    page = atlas("/?env=alpha-2-1")
    page.locator("aside.panel").get_by_role("button", name="More like this").click()
    expect(page.locator(".found")).to_contain_text(f"most like “{title['alpha-2-1']}”")
    expect(page.locator("thead th[aria-sort=descending]")).to_contain_text("Alike")
    assert page.locator("tbody th").all_inner_texts()[: len(near)] == [title[env_id] for env_id in near]
    assert query(page)["by"] == "alike"


def draw_lasso(page: Page) -> int:
    """Draw around the left half of the map; returns how many dots lie there."""
    box = page.locator(".canvas").bounding_box()
    assert box is not None
    left, top = box["x"] + 4, box["y"] + 4
    right, bottom = box["x"] + box["width"] / 2, box["y"] + box["height"] - 4
    inside = sum(left < x < right and top < y < bottom for x, y, _ in places(page))
    page.get_by_role("button", name="Lasso").click()
    page.mouse.move(left, top)
    page.mouse.down()
    for x, y in ((right, top), (right, bottom), (left, bottom), (left, top + 1)):
        page.mouse.move(x, y, steps=3)
    page.mouse.up()
    return inside


def test_lasso_makes_a_table_and_three_files(atlas, designs) -> None:
    page = atlas()
    inside = draw_lasso(page)
    assert 0 < inside < 24
    expect(page.locator(".table h2")).to_have_text(f"{inside} environments inside the lasso")
    by_id = {design["env_id"]: design for design in designs}

    def save(name: str) -> bytes:
        with page.expect_download() as saving:
            page.locator(".downloads").get_by_role("button", name=name).click()
        return Path(saving.value.path()).read_bytes()

    rows = list(csv.DictReader(io.StringIO(save("CSV").decode())))
    assert len(rows) == inside
    first = by_id[rows[0]["env_id"]]
    assert rows[0]["title"] == first["title"] and rows[0]["skill"] == first["skill"]
    assert float(rows[0]["solve_rate_plain"]) == pytest.approx(first["solve_rate_plain"], abs=0.003)
    table = pq.read_table(io.BytesIO(save("Parquet")))
    assert sorted(table["env_id"].to_pylist()) == sorted(row["env_id"] for row in rows)
    pool = pq.read_table(io.BytesIO(save("Pool"))).to_pylist()
    assert {row["game_id"]: row["code"] for row in pool} == {
        row["env_id"]: by_id[row["env_id"]]["code"] for row in rows
    }

    shared = atlas("/" + page.evaluate("() => location.search"))
    expect(shared.locator(".table h2")).to_have_text(f"{inside} environments inside the lasso")
    page.get_by_role("button", name="Clear lasso").click()
    expect(page.locator(".table h2")).to_have_text("24 environments in view")


def test_window_mode_and_back(atlas) -> None:
    page = atlas()
    page.get_by_role("button", name="Window").click()
    width = page.get_by_label("Steps in the window")
    width.fill("3")
    width.press("Enter")
    expect(page.locator("output.said")).to_have_text("Steps 5–7 of 7")
    assert dots(page) == 9
    page.get_by_label("Colour by").select_option("quadrant")
    page.go_back()
    expect(page.get_by_label("Colour by")).to_have_value("topic")
    page.go_back()
    expect(page.locator("output.said")).to_have_text("Steps 0–7 of 7")
    page.go_back()
    expect(page.get_by_label("Steps in the window")).to_be_hidden()
    page.go_forward()
    page.go_forward()
    expect(page.locator("output.said")).to_have_text("Steps 5–7 of 7")


def test_legend_counts_follow_the_slider(atlas, designs) -> None:
    page = atlas("/?color=skill")
    page.get_by_label("Training step", exact=True).fill("2")
    seen = {
        key.locator(".name").inner_text(): int(key.locator(".number").inner_text())
        for key in page.locator("button.key:has(.swatch)").all()
    }
    skills = [design["skill"] for design in designs if design["step"] <= 2]
    assert seen == {skill: skills.count(skill) for skill in seen} and sum(seen.values()) == len(skills)


def test_ring_needs_enough_plays(atlas) -> None:
    page = atlas("/?ringed=1")
    assert dots(page) > 0
    plays = page.get_by_label("Plays needed for a ring")
    plays.fill("9")
    plays.press("Enter")
    assert dots(page) == 0
    assert query(page)["plays"] == "9"
    plays.fill("0")
    plays.press("Enter")
    expect(plays).to_have_value("9")


def test_zooming_stays_in_the_address(atlas) -> None:
    page = atlas()
    before = places(page)
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_function("() => new URLSearchParams(location.search).has('view')")
    zoomed = places(page)
    apart = [abs(b[0][0] - b[1][0]) for b in (before, zoomed)]
    assert apart[1] == pytest.approx(1.6 * apart[0], rel=0.01)
    shared = atlas("/" + page.evaluate("() => location.search"))
    assert places(shared)[0] == pytest.approx(zoomed[0], abs=1.5)
    page.keyboard.press("0")
    wait_for_query(page, "view", None)
    assert places(page)[0] == pytest.approx(before[0], abs=1)


def test_help_and_escape(atlas) -> None:
    page = atlas()
    page.keyboard.press("?")
    help_ = page.get_by_role("dialog", name="Keyboard")
    expect(help_).to_contain_text("play or pause the training")
    page.keyboard.press("Escape")
    expect(help_).to_be_hidden()
    page.keyboard.press("f")
    expect(page.get_by_role("region", name="Filters")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Filters")).to_be_hidden()


def test_topic_names_follow_the_zoom(atlas) -> None:
    page = atlas()
    names = page.locator(".label >> visible=true")
    expect(names).to_have_count(3)
    assert set(names.all_inner_texts()) == {"Weights and balances", "Rows of lamps", "Walks across a field"}
    page.get_by_label("Training step", exact=True).fill("0")
    shown = page.locator("tbody td.topic")
    expect(page.locator(".table h2")).to_have_text("3 environments in view")
    expect(names).to_have_count(len(set(shown.all_inner_texts())))


def test_topic_names_never_overlap_on_a_phone(atlas) -> None:
    page = atlas("/", width=390, height=844)
    names = page.locator(".label >> visible=true")
    expect(names.first).to_be_visible()
    boxes = [name.bounding_box() for name in names.all()]
    for place, a in enumerate(boxes):
        for b in boxes[:place]:
            assert (
                a["x"] >= b["x"] + b["width"]
                or b["x"] >= a["x"] + a["width"]
                or a["y"] >= b["y"] + b["height"]
                or b["y"] >= a["y"] + a["height"]
            )


def test_what_an_address_cannot_mean_is_said(atlas) -> None:
    page = atlas("/?color=blue&step=99&only=Nobody")
    assert dots(page) == 24
    expect(page.locator(".notice")).to_contain_text("only is 'Nobody', but no category of the colours")
    said = page.locator(".notice")
    expect(said).to_contain_text("color is 'blue', expected one of topic, skill, step,")
    expect(said).to_contain_text("step is '99', but the last step is 7; that is shown instead.")
    expect(page.get_by_label("Colour by")).to_have_value("topic")
    page.get_by_label("Colour by").select_option("skill")
    expect(said).to_be_hidden()
    wait_for_query(page, "color", "skill")


def test_a_lost_context_comes_back(atlas) -> None:
    page = atlas()
    before = painted(page)
    assert before > 200
    canvas = page.locator("canvas.points")
    canvas.evaluate(
        """(canvas) => {
          canvas.lose = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
          canvas.lose.loseContext();
        }"""
    )
    expect(page.locator(".canvas[data-context=lost]")).to_have_count(1)
    canvas.evaluate("canvas => canvas.lose.restoreContext()")
    expect(page.locator(".canvas[data-context=lost]")).to_have_count(0)
    assert painted(page) == pytest.approx(before, rel=0.02)
    expect(page.locator(".explorer-map[data-renderer=webgl2]")).to_have_count(1)


def test_plotly_draws_the_same_where_there_is_no_webgl2(atlas) -> None:
    page = atlas("/?renderer=plotly")
    expect(page.locator(".explorer-map[data-renderer=plotly]")).to_have_count(1)
    drawn = page.locator(".canvas").evaluate(
        "canvas => canvas.data.map(t => [t.marker.symbol ?? '', t.x.length])"
    )
    ours = atlas()
    key = ours.locator(".rings").inner_text()
    solid, unproved = (int(n) for n in re.findall(r"\((\d+)\)", key))
    assert drawn[:3] == [["", 24], ["circle-open", solid], ["diamond-open", unproved]]
    page.get_by_label("Training step", exact=True).fill("1")
    page.wait_for_function(
        "() => [...document.querySelectorAll('*')].some((n) => (n.shadowRoot ?? n).querySelector?.('.canvas')?.data?.[0].x.length === 6)"
    )


def test_figures_are_files_of_their_own(atlas, open_page, tmp_path) -> None:
    page = atlas("/?color=skill")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as a PNG picture").click()
    assert Path(saving.value.path()).read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as an HTML page").click()
    file = tmp_path / "map.html"
    saving.value.save_as(file)
    alone = page.context.browser.new_context(offline=True).new_page()
    alone.goto(file.as_uri())
    alone.wait_for_function("() => document.querySelector('#map')?.data")
    assert (
        alone.evaluate("() => map.data.filter((t) => t.hovertemplate).reduce((n, t) => n + t.x.length, 0)")
        == 24
    )
    alone.context.close()


def test_both_runs_share_one_picture(atlas) -> None:
    page = atlas("/?run=alpha,beta&color=run&step=1")
    assert dots(page) == 12
    expect(page.locator("button.key .number")).to_have_text(["6", "6"])
    page.get_by_role("group", name="Runs").get_by_role("button", name=re.compile("Sample alpha")).click()
    expect(page.locator(".count").first).to_contain_text("6 of 9 environments")
    assert query(page)["run"] == "beta"
