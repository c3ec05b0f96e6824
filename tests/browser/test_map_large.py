"""More dots than are drawn at once: a sample that says so, the rest on zooming in or when asked for."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))

from generated_log import write_generated_log
from map_page import READY, dots

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
SIZE, DRAWN = 60_000, 50_000


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on one generated run of :data:`SIZE` dots in 100 steps."""
    root = tmp_path_factory.mktemp("large")
    write_generated_log(root, SIZE)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "app.server", "--runs", str(root), "--port", str(port)]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'web_runtime'}"}
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=ROOT, stdout=quiet, stderr=quiet, env=environment)
    try:
        end = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/data/runs.json", timeout=30).close()
                break
            except (urllib.error.URLError, TimeoutError):
                assert time.monotonic() < end and process.poll() is None, "the server did not come up"
                time.sleep(0.2)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=20)


@pytest.fixture(scope="module")
def large(browser: Browser, address: str) -> Iterator[Page]:
    """The map of that run; tests leave it zoomed out, at the last step."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(READY)
    yield page
    context.close()


def drawn_and_all(page: Page) -> tuple[int, int]:
    said = page.locator(".count").first.inner_text()
    found = re.search(r"Showing ([\d,]+) of (?:the )?([\d,]+)", said)
    assert found, said
    shown, of = (int(number.replace(",", "")) for number in found.groups())
    return shown, of


def test_a_sample_is_drawn_and_said(large: Page) -> None:
    count = large.locator(".count").first
    expect(count).to_contain_text("sampled by density")
    shown, of = drawn_and_all(large)
    assert of == SIZE and DRAWN * 0.95 < shown <= DRAWN
    assert dots(large) == shown


def test_sparse_places_keep_their_dots(large: Page) -> None:
    kept = large.locator(".explorer-map").evaluate(
        """async (root) => {
          const { drawList, priorities } = await import('/player/map/sample.js');
          const size = 20000, x = new Int16Array(size), y = new Int16Array(size);
          for (let i = 0; i < size; i++) {
            const sparse = i % 100 === 0;
            x[i] = sparse ? -32000 + i * 3 : 10 * (i % 20);
            y[i] = sparse ? -30000 : 10 * (i % 7);
          }
          const dots = { size, x, y, step: new Uint16Array(size), lastStep: 0 };
          const options = { rank: priorities(dots), limit: 1000, inView: null, first: null, strong: () => false };
          const { ids } = drawList(dots, Uint32Array.from({ length: size }, (_, i) => i), options);
          return [ids.length, ids.filter((dot) => dot % 100 === 0).length];
        }"""
    )
    drawn, sparse = kept
    assert 900 < drawn <= 1000
    assert sparse == 200


def test_one_step_is_drawn_whole(large: Page) -> None:
    large.get_by_role("button", name="Single").click()
    expect(large.locator(".count").first).to_have_text(re.compile("^600 of 60,000 environments"))
    assert dots(large) == 600
    large.get_by_role("button", name="Up to").click()
    expect(large.locator(".count").first).to_contain_text("sampled by density")


def test_zooming_in_brings_the_rest(large: Page) -> None:
    for _ in range(3):
        large.get_by_role("button", name="Zoom in").click()
    expect(large.locator(".count").first).not_to_contain_text("sampled")
    everything = large.locator(".explorer-map").evaluate(
        """(root) => {
          const box = root.querySelector('.canvas').getBoundingClientRect();
          return root.environmentMap.places().filter(([x, y]) => x > box.left && x < box.right && y > box.top && y < box.bottom).length;
        }"""
    )
    large.get_by_role("button", name="Show everything").click()
    expect(large.locator(".count").first).to_contain_text("sampled by density")
    assert 100 < everything < SIZE


def test_every_dot_when_asked_for(large: Page) -> None:
    large.get_by_role("button", name="Draw all").click()
    expect(large.locator(".count").first).to_have_text(re.compile("^60,000 environments"))
    assert dots(large) == SIZE
    large.get_by_role("button", name="Draw a sample").click()
    expect(large.locator(".count").first).to_contain_text("sampled by density")


def test_a_dot_far_down_the_log_opens_by_its_address(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    texts: list[str] = []
    page.on("request", lambda request: "/text/" in request.url and texts.append(request.url))
    page.goto(f"{address}/?env=generated-{SIZE}-41234&mode=single&step=68")
    page.wait_for_selector(READY)
    expect(page.locator("aside.panel h2")).to_contain_text("41234")
    expect(page.locator(".selected-ring")).to_be_visible()
    assert len(set(texts)) <= 3
    context.close()
