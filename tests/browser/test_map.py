"""The map in a real browser: slider, dots, panel, code, address, table, phone, and the way to Play."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pipeline.run_log import RunReader

sys.path.insert(0, str(Path(__file__).parent))

from map_page import READY, dots, loneliest, opener, places, query, wait_for_query

pytestmark = pytest.mark.browser


@pytest.fixture
def atlas(open_page):
    """``atlas(path, …)``: the map page, drawn."""
    return opener(open_page)


def test_walk_from_map_to_play(atlas, runs_root) -> None:
    page = atlas()
    expect(page.locator(".count").first).to_contain_text("24 environments")
    assert dots(page) == 24

    slider = page.get_by_label("Training step", exact=True)
    slider.fill("3")
    expect(page.locator("output.said")).to_have_text("Steps 0–3 of 7")
    assert dots(page) == 12
    page.wait_for_function("() => location.search === '?step=3'")

    x, y = loneliest(places(page))
    page.mouse.move(x, y)
    expect(page.locator(".tooltip strong")).to_be_visible()
    title = page.locator(".tooltip strong").inner_text()
    page.mouse.click(x, y)
    panel = page.locator("aside.panel")
    expect(panel.locator("h2")).to_have_text(title)
    env = query(page)["env"]
    assert re.fullmatch(r"alpha-[0-3]-[0-2]", env)

    expect(panel.locator(".arm")).to_have_count(2)
    expect(panel.locator(".pair .outcome")).to_have_count(16)
    hint = panel.locator(".spoiler pre")
    expect(hint).to_be_hidden()
    panel.get_by_text("Show the hint").click()
    expect(hint).to_be_visible()

    panel.get_by_role("tab", name="Code").click()
    expect(panel.locator(".code")).to_contain_text("def step(self, action):")
    lines = panel.locator(".code .line").count()
    assert panel.locator(".code .number").last.get_attribute("data-n") == str(lines)

    panel.get_by_role("link", name="Play", exact=True).click()
    page.wait_for_url(re.compile(r"/play\?"))
    address = query(page)
    assert (address["env"], address["run"]) == (env, "alpha")
    assert address["seed"].isdigit()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    page.go_back()
    page.wait_for_selector(READY)
    expect(page.locator("aside.panel h2")).to_have_text(title)


def test_episode_is_stepped_through(atlas) -> None:
    page = atlas("/?env=alpha-1-0")
    panel = page.locator("aside.panel")
    panel.locator(".outcome").nth(2).click()
    expect(panel.get_by_role("tab", name="Episodes")).to_have_attribute("aria-selected", "true")
    expect(panel.locator(".log .said")).to_have_count(1)
    panel.get_by_role("button", name="Next turn").click()
    expect(panel.locator(".log .said")).to_have_count(3)
    expect(panel.locator(".log .agent pre")).to_contain_text("\\boxed{")
    panel.get_by_role("button", name="Show the whole episode").click()
    expect(panel.locator(".ending")).to_be_visible()


def test_address_holds_the_view_and_back_undoes_it(atlas, open_page, server) -> None:
    page = atlas()
    page.get_by_label("Colour by").select_option("regret")
    page.get_by_role("button", name=re.compile("Sample beta")).click()
    expect(page.locator(".count").first).to_contain_text("33 environments")
    page.get_by_role("button", name="Single").click()
    page.get_by_label("Training step", exact=True).fill("5")
    wait_for_query(page, "step", "5")  # the table has followed
    page.locator("tbody th button").first.click()
    expect(page.locator("aside.panel h2")).to_be_visible()
    wanted = {"color": "regret", "run": "alpha,beta", "mode": "single", "step": "5"}
    eventually(page, lambda: {name: query(page).get(name) for name in wanted}, wanted)
    eventually(page, lambda: "env" in query(page), True)
    shared = atlas("/" + page.evaluate("() => location.search"))
    expect(shared.locator("aside.panel h2")).to_have_text(page.locator("aside.panel h2").inner_text())
    eventually(page, lambda: (dots(shared), dots(page)), (3, 3))
    assert shared.get_by_label("Colour by").input_value() == "regret"
    page.go_back()
    expect(page.locator("aside.panel")).to_be_hidden()
    assert "env" not in query(page)


def eventually(page, seen, wanted) -> None:
    """The address and the picture follow a click within moments, not within it."""
    for _ in range(100):
        if seen() == wanted:
            return
        page.wait_for_timeout(100)
    assert seen() == wanted


def test_rings_and_only_ringed(atlas, runs_root) -> None:
    with RunReader(runs_root / "alpha") as run:
        hard = run.rows(
            "select solvable = 'proved' as proved, count(*) as n from designs"
            " where valid and n_plain >= 8 and solve_rate_plain <= 1 / 32 group by 1"
        )
    counts = {row["proved"]: row["n"] for row in hard}
    page = atlas()
    key = page.locator(".rings")
    expect(key).to_contain_text(f"proved solvable ({counts[True]})")
    expect(key).to_contain_text(f"unproved ({counts[False]})")
    page.get_by_role("button", name="Show only ringed").click()
    assert dots(page) == sum(counts.values())
    assert query(page)["ringed"] == "1"


def test_legend_isolates_a_category(atlas) -> None:
    page = atlas("/?color=skill")
    key = page.locator("button.key", has_text="Logical Deduction")
    key.click()
    expect(page.locator("button.key", has_text="Logical Deduction")).to_have_attribute("aria-pressed", "true")
    kept = dots(page)
    assert 0 < kept < 24
    expect(page.locator(".table h2")).to_have_text(f"{kept} environments in view")
    assert query(page)["only"] == "Logical Deduction"


def test_keyboard_alone(atlas) -> None:
    page = atlas()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("output.said")).to_have_text("Steps 0–6 of 7")
    expect(page.locator("tbody tr").first).to_be_visible()
    page.keyboard.press("j")
    expect(page.locator("aside.panel h2")).to_be_visible()
    page.keyboard.press("r")
    expect(page.locator("aside.panel .code")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("aside.panel")).to_be_hidden()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.get_by_role("button", name="Play training")).to_be_visible(timeout=15_000)
    assert dots(page) == 24


def test_table_sorts_and_opens(atlas) -> None:
    page = atlas()
    page.get_by_role("button", name="Solved", exact=True).click()
    cells = page.locator("td.solve").all_inner_texts()
    rates = [int(cell.split()[0]) for cell in cells]
    assert rates == sorted(rates) and len(rates) == 12
    page.get_by_role("button", name="Next ›").click()
    expect(page.locator(".pager")).to_contain_text("Page 2 of 2")
    page.locator("tbody th button").first.click()
    expect(page.locator("tr[aria-current]")).to_have_count(1)


def test_environment_text_is_never_markup(atlas) -> None:
    page = atlas("/?env=alpha-2-1")
    answer = page.evaluate(
        """async () => {
          const module = await import(new URL('/player/map/code.js', document.baseURI).href);
          const box = document.createElement('div');
          const source = 'x = "<img src=q onerror=window.hit=1>" # </span><script>window.hit=1</script>\\n';
          box.append(module.codeBlock(source));
          document.body.append(box);
          return [box.querySelectorAll('img, script').length, box.textContent, window.hit ?? null];
        }"""
    )
    assert answer[0] == 0
    assert (
        answer[1].rstrip("\n")
        == 'x = "<img src=q onerror=window.hit=1>" # </span><script>window.hit=1</script>'
    )
    assert answer[2] is None


def test_the_page_is_isolated(atlas) -> None:
    assert atlas().evaluate("() => self.crossOriginIsolated") is True


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_phone_panel_is_a_sheet_and_nothing_overflows(atlas, scheme: str) -> None:
    page = atlas("/?env=alpha-1-0", width=390, height=844, scheme=scheme)
    panel = page.locator("aside.panel")
    box = panel.bounding_box()
    assert box is not None
    assert box["x"] == 0 and box["width"] == pytest.approx(390, abs=1)
    assert box["y"] + box["height"] == pytest.approx(844, abs=2)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()
    expect(page.locator(".timeline")).to_be_in_viewport()
    x, y = loneliest(places(page))
    page.touchscreen.tap(x, y)
    expect(panel.locator("h2")).to_be_visible()
