"""Embedding Atlas on the same points, for ``bench_map.py``: installed into a temporary environment, measured, gone."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page
from playwright.sync_api import TimeoutError as PageTimeout

VERSIONS = ("0.26.0", "0.22.0")
"""The newest one tried, and the last that draws with WebGL2 when WebGPU (with shader-f16) is missing."""
LIGHT = "click cryptography duckdb fastapi inquirer narwhals pandas platformdirs pyarrow tqdm uvicorn uvloop websockets"
"""What its command line needs to serve points that are already laid out; its models are not installed."""
WAIT_MS = 240_000


class Unavailable(Exception):
    """Embedding Atlas cannot be measured here; the message is one sentence."""


def install(folder: Path) -> Path:
    """A virtual environment with the light dependencies; returns its ``bin`` folder."""
    environment = folder / "atlas-venv"
    try:
        subprocess.run([sys.executable, "-m", "venv", environment], check=True, capture_output=True)
        pip = [str(environment / "bin/pip"), "install", "--quiet"]
        subprocess.run([*pip, *LIGHT.split()], check=True, capture_output=True, timeout=1200)
    except (subprocess.SubprocessError, OSError) as error:
        raise Unavailable(f"embedding-atlas could not be installed ({type(error).__name__})") from error
    return environment / "bin"


@contextmanager
def serving(tools: Path, version: str, points: Path, port: int) -> Iterator[str]:
    """Address of Embedding Atlas ``version`` on a Parquet file with columns x, y, step, text."""
    try:
        pip = [str(tools / "pip"), "install", "--quiet", "--no-deps", f"embedding-atlas=={version}"]
        subprocess.run(pip, check=True, capture_output=True, timeout=600)
    except subprocess.SubprocessError as error:
        raise Unavailable(f"embedding-atlas {version} could not be installed") from error
    columns = ["--x", "x", "--y", "y", "--text", "text", "--disable-projection"]
    command = [
        str(tools / "embedding-atlas"),
        str(points),
        *columns,
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if "CTRL+C" in line:
                break
        else:
            raise Unavailable(f"embedding-atlas {version} did not start")
        address = f"http://127.0.0.1:{port}"
        _wait(address, version)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=20)


def _wait(address: str, version: str) -> None:
    end = time.monotonic() + 120  # it announces itself before it listens
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(address, timeout=30):
                return
        except (urllib.error.URLError, TimeoutError):
            time.sleep(0.05)
    raise Unavailable(f"embedding-atlas {version} did not answer within 120 s")


def draws(page: Page) -> bool:
    """Whether a plot appears, as opposed to the sentence that WebGPU is required."""
    page.get_by_text("points").first.wait_for(timeout=WAIT_MS)
    page.wait_for_timeout(3000)
    return page.get_by_text("requires a browser with WebGPU").count() == 0


def measure(browser: Browser, address: str, dots: int, ticks: int) -> tuple[float, list[float]]:
    """Milliseconds until the points are counted on the page, and of each move of a brush over the steps.

    A move counts until the number of chosen points has changed: the drawing that follows is not waited for.
    """
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.set_default_timeout(WAIT_MS)
    try:
        return _measure(page, address, dots, ticks)
    except PageTimeout:
        raise Unavailable(f"did not answer within {WAIT_MS // 1000} s") from None
    finally:
        page.context.close()


def _measure(page: Page, address: str, dots: int, ticks: int) -> tuple[float, list[float]]:
    begun = time.perf_counter()
    page.goto(address)
    page.get_by_text(f"{dots:,} / {dots:,} points").first.wait_for(timeout=WAIT_MS)
    opened = (time.perf_counter() - begun) * 1000
    if not draws(page):
        raise Unavailable("draws nothing here: it needs WebGPU with shader-f16")
    axis = page.get_by_text("↑ Count").first.bounding_box()
    if axis is None:
        raise Unavailable("shows no chart of the steps to brush")
    left, top = axis["x"] + 60, axis["y"] + 90
    page.mouse.move(left, top)
    page.mouse.down()
    times = []
    chosen = page.locator("text=/[\\d,]+ \\/ [\\d,]+ points/").first
    for move in range(ticks):
        before = chosen.inner_text()
        begun = time.perf_counter()
        page.mouse.move(left + 30 + 14 * move, top)
        page.wait_for_function(
            "before => !document.body.innerText.includes(before)", arg=before, polling=4, timeout=WAIT_MS
        )
        times.append((time.perf_counter() - begun) * 1000)
    page.mouse.up()
    return opened, times
