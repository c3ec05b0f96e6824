"""The README's pictures, taken from the real pages on the recorded runs.

    python tests/browser/tour.py [--runs data/runs] [--out app/images] [NAME ...]

Every picture is one of :data:`SHOTS`: an address of the explorer, a screen, what to do there, and what of the
page is kept. Needs Chromium and Pillow, as ``make setup-dev browser`` brings them. Exit status: 0 done, 2 an option
that cannot be used.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from chromium import launch
from conftest import SCREENS
from map_page import loneliest, places
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from serve import ROOT, serving

COLOURS = 256
"""Colours of a picture: enough for flat pages, at a third of the bytes."""


def map_ready(page: Page) -> None:
    page.wait_for_selector("[data-ready=true]")
    page.wait_for_timeout(1500)  # the dots fade in


def game_ready(page: Page) -> None:
    page.wait_for_selector(".sp-player[aria-busy=false] .sp-status.sp-live", state="attached")
    page.wait_for_timeout(500)


def charts_ready(page: Page) -> None:
    page.wait_for_selector(".js-plotly-plot .main-svg")
    page.wait_for_timeout(2500)  # until every chart of the view is laid out


def panel(page: Page) -> None:
    """The map with the panel of an environment open that stands apart."""
    map_ready(page)
    page.mouse.click(*loneliest(places(page)))
    page.wait_for_selector("aside.panel .facts")
    page.mouse.move(0, 0)  # away from the dot, so that its tooltip goes
    page.wait_for_timeout(1500)


def sokoban(page: Page) -> None:
    """A few moves into the easiest board."""
    game_ready(page)
    for key in ("ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
        page.wait_for_timeout(700)


@dataclass(frozen=True)
class Shot:
    """One picture: ``path`` of the explorer, what to wait for or do, and the element kept (None: the screen)."""

    path: str
    do: Callable[[Page], None]
    keep: str | None = None
    screen: str = "desktop"
    scheme: str = "light"


SHOTS = {
    "map": Shot("/", map_ready),
    "environment": Shot("/", panel, scheme="dark"),
    "beat": Shot("/beat", game_ready),
    "controls": Shot("/controls", sokoban, screen="phone"),
    "tools": Shot("/tools", game_ready),
    "training": Shot("/training", charts_ready),
    "designers": Shot("/results?show=While+training", charts_ready, "[data-testid=stPlotlyChart] >> nth=1"),
    "agents": Shot(
        "/results?show=Ablations&suite=seed,+without+hint,+temperature+1",
        charts_ready,
        "[data-testid=stPlotlyChart] >> nth=0",
    ),
    "curriculum": Shot("/results?show=Curriculum", charts_ready, "[data-testid=stPlotlyChart] >> nth=0"),
}


def take(browser: Browser, address: str, shot: Shot) -> bytes:
    """PNG of ``shot`` on the explorer at ``address``."""
    context = browser.new_context(**SCREENS[shot.screen], color_scheme=shot.scheme)
    context.set_default_timeout(60_000)
    try:
        page = context.new_page()
        page.goto(address + shot.path)
        shot.do(page)
        kept = page.locator(shot.keep) if shot.keep else page
        return _few_colours(kept.screenshot())
    finally:
        context.close()


def _few_colours(png: bytes) -> bytes:
    out = io.BytesIO()
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
        out, "PNG", optimize=True
    )
    return out.getvalue()


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(SHOTS)} (default: all)")
    parser.add_argument("--runs", type=Path, default=ROOT / "data" / "runs")
    parser.add_argument("--out", type=Path, default=ROOT / "app" / "images")
    options = parser.parse_args(argv)
    unknown = sorted(set(options.names) - set(SHOTS))
    if unknown:
        parser.error(f"NAME {unknown[0]!r} is none of {', '.join(SHOTS)}")
    options.out.mkdir(parents=True, exist_ok=True)
    with serving(options.runs) as address, sync_playwright() as playwright:
        browser = launch(playwright)
        for name in options.names or SHOTS:
            picture = take(browser, address, SHOTS[name])
            (options.out / f"{name}.png").write_bytes(picture)
            print(f"{options.out / name}.png: {len(picture) // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
