"""How the map answers, in headless Chromium on software GL: ``python tests/bench/bench_map.py``.

Three ways over the same generated points (labelled as generated, in a temporary folder): our map, the plain way
(a server-side filter and ``st.plotly_chart`` in a fragment), and Embedding Atlas. Medians of one machine and one
run are printed with their ratios to ours. A tick of ours is timed until its pixels can be read back; the others'
until their page has the new points, which favours them.
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "web_runtime"), str(ROOT / "tests/browser"), str(Path(__file__).parent)]

import atlas_rival  # noqa: E402
from chromium import launch  # noqa: E402
from generated_log import STEPS, write_generated_log  # noqa: E402

VIEW = {"width": 1440, "height": 900}
WAIT_MS = 240_000
TICK_TARGETS = {5_000: 20, 100_000: 50, 1_000_000: 400}
OPEN_TARGETS = {5_000: 3_000, 1_000_000: 6_000}

TICKS = """async (root, count) => {
  const gl = root.querySelector('canvas.points').getContext('webgl2');
  const slider = root.querySelector('.track input');
  const pixel = new Uint8Array(4);
  const times = [];
  for (let i = 0; i < count; i++) {
    const begun = performance.now();
    slider.value = (i * 37 + 11) % (Number(slider.max) + 1);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    times.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  return times;
}"""

PLAIN = """
import pandas as pd, plotly.graph_objects as go, streamlit as st
st.set_page_config(layout="wide")
@st.cache_data
def load():
    return pd.read_parquet({points!r})
@st.fragment
def view():
    step = st.slider("Step", 0, {last}, {last})
    frame = load()
    shown = frame[frame.step <= step]
    marker = dict(size=4, color=shown.topic, colorscale="Viridis")
    figure = go.Figure(go.Scattergl(x=shown.x, y=shown.y, mode="markers", marker=marker))
    st.plotly_chart(figure.update_layout(height=600), key="map", width="stretch")
view()
"""

SHOWS = """async (count) => {
  const drawn = () => document.querySelector('.js-plotly-plot')?._fullData?.[0]?.x?.length === count;
  while (!drawn()) await new Promise((resolve) => setTimeout(resolve, 4));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}"""


@dataclass
class Timing:
    """Milliseconds of one way at one size."""

    opened: float
    ticks: list[float]

    @property
    def tick(self) -> float:
        return statistics.median(self.ticks)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def process(command: list[str], ready: str) -> Iterator[None]:
    """A server process, once ``ready`` answers."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'web_runtime'}"}
    quiet = subprocess.DEVNULL
    running = subprocess.Popen(command, cwd=ROOT, stdout=quiet, stderr=quiet, env=environment)
    try:
        wait_for(ready, running)
        yield
    finally:
        running.terminate()
        running.wait(timeout=20)


def wait_for(address: str, running: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if running.poll() is not None:
            raise RuntimeError(f"the server for {address} stopped at once")
        try:
            with urllib.request.urlopen(address, timeout=60):
                return
        except (urllib.error.URLError, TimeoutError):
            time.sleep(0.02)
    raise RuntimeError(f"{address} did not answer within 120 s")


def fresh_page(browser: Browser) -> Page:
    page = browser.new_context(viewport=VIEW).new_page()
    page.set_default_timeout(WAIT_MS)
    return page


def ours(browser: Browser, root: Path, ticks: int) -> tuple[float, Timing, Timing, str]:
    """(milliseconds from a cold server to interactive, a warm opening with its ticks, the same with every dot
    drawn, the page's own count line)."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "app.server", "--runs", str(root), "--port", str(port)]
    begun = time.perf_counter()
    with process(command, f"{address}/_stcore/health"):
        page = fresh_page(browser)
        open_map(page, address)
        cold = (time.perf_counter() - begun) * 1000
        page.context.close()
        timings = []
        for path in ("/", "/?all=1"):
            page = fresh_page(browser)
            begun = time.perf_counter()
            open_map(page, address + path)
            opened = (time.perf_counter() - begun) * 1000
            map_ = page.locator(".explorer-map")
            said = page.locator(".explorer-map .count").first.inner_text()
            timings.append((Timing(opened, map_.evaluate(TICKS, ticks)), said))
            page.context.close()
    return cold, timings[0][0], timings[1][0], timings[0][1]


def open_map(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("[data-ready=true]")


def plain(browser: Browser, points: Path, dots: int, ticks: int) -> Timing:
    """The plain way: the slider's rerun filters on the server and sends a new figure."""
    script = points.with_name("plain_app.py")
    script.write_text(PLAIN.format(points=str(points), last=STEPS - 1))
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(script), "--server.port", str(port)]
    command += ["--server.headless", "true", "--browser.gatherUsageStats", "false"]
    with process(command, f"http://127.0.0.1:{port}/_stcore/health"):
        page = fresh_page(browser)
        begun = time.perf_counter()
        page.goto(f"http://127.0.0.1:{port}")
        page.evaluate(SHOWS, dots)
        opened = (time.perf_counter() - begun) * 1000
        thumb = page.get_by_role("slider")
        thumb.focus()
        times = []
        for tick in range(1, ticks + 1):
            begun = time.perf_counter()
            page.keyboard.press("ArrowLeft")
            page.evaluate(SHOWS, dots - tick * (dots // STEPS))
            times.append((time.perf_counter() - begun) * 1000)
        page.context.close()
    return Timing(opened, times)


def write_points(root: Path, run_id: str, dots: int) -> Path:
    """The same points as one Parquet file: x, y, step, topic, text."""
    table = pq.read_table(root / run_id / "map/points.parquet").select(["x", "y", "topic", "env_id"])
    steps = [row // (dots // STEPS) for row in range(dots)]
    table = table.rename_columns(["x", "y", "topic", "text"]).append_column("step", [steps])
    file = root.parent / f"points-{dots}.parquet"
    pq.write_table(table, file)
    return file


def rival(
    browser: Browser, tools: Path | None, points: Path, dots: int, ticks: int
) -> tuple[str, Timing] | None:
    """Embedding Atlas in the newest version that draws here, or None after a sentence."""
    if tools is None:
        return None
    for version in atlas_rival.VERSIONS:
        try:
            with atlas_rival.serving(tools, version, points, free_port()) as address:
                return version, Timing(*atlas_rival.measure(browser, address, dots, ticks))
        except atlas_rival.Unavailable as error:
            print(f"  Embedding Atlas {version}: {error}")
    return None


def line(name: str, value: float, said: str = "") -> None:
    print(f"  {name:<46} {value:>9,.1f} ms   {said}")


def compare(name: str, other: Timing, mine: Timing) -> None:
    line(f"{name}: open", other.opened, f"{other.opened / mine.opened:.1f} x ours")
    line(f"{name}: step change", other.tick, f"{other.tick / mine.tick:.1f} x ours")


def measure(browser: Browser, folder: Path, dots: int, ticks: int, tools: Path | None) -> None:
    root = folder / str(dots)
    root.mkdir()
    run_id = write_generated_log(root, dots)
    points = write_points(root, run_id, dots)
    print(f"{dots:,} dots (generated)")
    cold, mine, all_drawn, said = ours(browser, root, ticks)
    target = OPEN_TARGETS.get(dots)
    line("ours: cold server to interactive", cold, f"target <= {target:,} ms" if dots == 5_000 else "")
    line("ours: open, server up", mine.opened, f"target <= {target:,} ms" if dots == 1_000_000 else "")
    line(
        "ours: slider tick",
        mine.tick,
        f"slowest {max(mine.ticks):.1f}, target <= {TICK_TARGETS.get(dots, '-')} ms",
    )
    if "sampled" in said:
        print(f"    {said.split('.')[0]}")
        line("ours: slider tick, every dot drawn", all_drawn.tick)
    compare("plain st.plotly_chart", plain(browser, points, dots, min(ticks, 6)), mine)
    found = rival(browser, tools, points, dots, min(ticks, 8))
    if found:
        compare(f"Embedding Atlas {found[0]}", found[1], mine)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--sizes", default="5000,100000,1000000", help="numbers of dots (default %(default)s)"
    )
    parser.add_argument(
        "--ticks", type=int, default=15, help="slider moves timed per size (default %(default)s)"
    )
    parser.add_argument("--no-atlas", action="store_true", help="leave Embedding Atlas out")
    options = parser.parse_args(argv)
    try:
        sizes = [int(size) for size in options.sizes.split(",")]
    except ValueError:
        parser.error(f"--sizes {options.sizes}: expected whole numbers with commas between")
    if any(size < STEPS or size % STEPS for size in sizes) or options.ticks < 1:
        parser.error(f"--sizes and --ticks: expected multiples of {STEPS}, and at least one tick")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        tools = None
        if not options.no_atlas:
            try:
                tools = atlas_rival.install(Path(folder))
            except atlas_rival.Unavailable as error:
                print(f"Embedding Atlas is left out: {error}.")
        browser = launch(playwright)
        for size in sizes:
            measure(browser, Path(folder), size, options.ticks, tools)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
