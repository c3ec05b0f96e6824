"""The results page in a browser: readable at both widths and in both themes, tables within reach."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import expect

sys.path.insert(0, str(Path(__file__).parent))

from axe import serious

from pipeline.results import main
from tests.pipeline.results_sample import write_runs

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A server on generated runs and their results."""
    root = write_runs(tmp_path_factory.mktemp("recorded") / "runs")
    (root / "torn" / "run.json").unlink()
    assert main(["--runs", str(root), "--out", str(root.parent / "results"), "--no-vendi"]) == 0
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(os.environ.get("SPADE_TEST_PORT") or probe.getsockname()[1])
    command = [sys.executable, "-m", "app.server", "--runs", str(root), "--port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}", timeout=5).close()
                break
            except OSError:
                time.sleep(0.2)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_figures_fit_and_have_their_tables(browser, address, width, scheme):
    phone = width < 500
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, has_touch=phone, is_mobile=phone
    )
    try:
        page = context.new_page()
        page.set_default_timeout(60_000)
        trouble: list[str] = []
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(f"{address}/results")
        chart = page.locator(".js-plotly-plot").first
        expect(chart).to_be_visible(timeout=60_000)
        expect(chart.locator(".gtitle").first).to_contain_text("Held-out score")
        box = chart.bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width
        assert box["width"] > 0.6 * min(width, 1000)
        inside = page.evaluate(
            """() => { const plot = document.querySelector('.js-plotly-plot').getBoundingClientRect();
              return [...document.querySelectorAll('.js-plotly-plot')][0].querySelectorAll('.legendtext').length > 0
                && [...document.querySelectorAll('.js-plotly-plot')[0].querySelectorAll('.legendtext, .gtitle')]
                .every(e => { const b = e.getBoundingClientRect(); return b.left >= plot.left - 1
                  && b.right <= plot.right + 1 }) }"""
        )
        assert inside, "the title or the legend is cut off"
        assert serious(page) == []
        page.get_by_text("As a table").first.click()
        expect(page.get_by_test_id("stDataFrame").first).to_be_visible()
        page.get_by_test_id("stButtonGroup").get_by_text("The paper", exact=True).click()
        expect(page.get_by_role("heading", name="Games setting, held-out suite")).to_be_visible()
        expect(page.locator(".js-plotly-plot")).to_have_count(0)
        assert "show=" in page.url
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        assert trouble == []
        if folder := os.environ.get("SPADE_SHOTS"):
            page.goto(f"{address}/results")
            expect(page.locator(".js-plotly-plot").first).to_be_visible(timeout=60_000)
            page.screenshot(path=f"{folder}/results-{width}-{scheme}.png", full_page=True)
    finally:
        context.close()
