"""How long a visitor waits, in Chromium, printed as ratios of one run: ``python tests/bench/bench_player.py``.

Bare ``loadPyodide`` and both starts of the player are timed on fresh pages of one browser with the same
assets, alternating, so that a busy machine slows all of them alike; medians are printed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[2]
sys.path[:0] = [
    str(ROOT),
    str(ROOT / "web_runtime"),
    str(ROOT / "tests/browser"),
    str(ROOT / "tests/web_runtime"),
]

from bank_sample import bank_programs  # noqa: E402
from chromium import launch  # noqa: E402
from player_page import ASSETS, PageServer, serve  # noqa: E402

MOVES = 200
TARGETS = {"snapshot": 0.5, "plain": 1.25, "next": 150.0, "step": 2.0}

BARE = """async (base) => {
  const begun = performance.now();
  const { loadPyodide } = await import(base + "pyodide.mjs");
  await loadPyodide({ indexURL: base, enableRunUntilComplete: false });
  return performance.now() - begun;
}"""

START = """async ({ assets, source, plain }) => {
  const begun = performance.now();
  const { Game, findAssets } = await import("/player/game.js");
  const { Runtime } = await import("/player/runtime.js");
  const found = await findAssets(assets);
  const runtime = new Runtime(plain ? { ...found, snapshot: null } : found);
  await runtime.ready;
  window.game = new Game(runtime, { source, seed: 1 });
  await window.game.open();
  return [performance.now() - begun, runtime.how];
}"""

NEXT = """async (sources) => {
  const times = [];
  for (const source of sources) {
    const begun = performance.now();
    window.game.source = source;
    await window.game.open(2);
    times.push(performance.now() - begun);
  }
  return times;
}"""

# The time of a turn that is not the environment's: a whole turn, less step() itself timed inside Python.
STEPS = """async (moves) => {
  await window.game.open(1);
  const times = [];
  for (let i = 0; i < moves; i++) {
    if (window.game.state.done) await window.game.open(1);
    const begun = performance.now();
    await window.game.act("\\\\boxed{none}");
    const own = Number(window.game.state.observation.split(" ").at(-1));
    times.push(performance.now() - begun - own);
  }
  return times;
}"""

CLOCKED = '''
import time
class ClockedEnv:
    """Clocked
    Says how long its own step took, in milliseconds."""
    def __init__(self, max_turns=25):
        self.max_turns = max_turns
    def reset(self, seed=None):
        return "go on with \\\\boxed{none}, left or right", {}
    def step(self, action):
        begun = time.perf_counter()
        total = sum(range(1000))
        return f"{total} in {(time.perf_counter() - begun) * 1000:.3f}", 0.0, False, False, {}
'''


def blank(browser: Browser, pages: PageServer) -> Page:
    """A page of the server without a player on it, in a context of its own: nothing is cached yet."""
    page = browser.new_context().new_page()
    page.set_default_timeout(180_000)
    page.goto(pages.address + "/bait/blank")
    return page


def starts(browser: Browser, pages: PageServer, source: str, rounds: int) -> dict[str, list[float]]:
    """Milliseconds of each kind of start, ``rounds`` times each, after a first round that warms the disk."""
    base = json.loads((ASSETS / "manifest.json").read_text(encoding="utf-8"))["base"]
    times: dict[str, list[float]] = {"bare": [], "snapshot": [], "plain": []}
    for _ in range(rounds + 1):
        for kind, taken in times.items():
            page = blank(browser, pages)
            if kind == "bare":
                taken.append(page.evaluate(BARE, f"/rt/{base}/"))
            else:
                options = {"assets": "/rt/", "source": source, "plain": kind == "plain"}
                time, how = page.evaluate(START, options)
                assert how == kind, f"asked for a {kind} start, got {how}"
                taken.append(time)
            page.context.close()
    return {kind: taken[1:] for kind, taken in times.items()}


def line(name: str, value: str, target: str = "") -> None:
    print(f"{name:<44} {value:>12}   {target}")


def report_first_load(browser: Browser, pages: PageServer, source: str) -> None:
    page = blank(browser, pages)
    sizes: dict[str, int] = {}
    page.context.on(
        "response",
        lambda r: sizes.update({r.url.rsplit("/", 1)[-1]: int(r.headers.get("content-length", 0))}),
    )
    page.evaluate(START, {"assets": "/rt/", "source": source, "plain": False})
    page.wait_for_timeout(500)
    page.context.close()
    manifest = json.loads((ASSETS / "manifest.json").read_text(encoding="utf-8"))
    runtime = {name: size for name, size in sizes.items() if name in manifest["files"]}
    line("first load, Python runtime", f"{sum(runtime.values()) / 1e6:.2f} MB", ", ".join(sorted(runtime)))
    line("first load, player's own scripts", f"{(sum(sizes.values()) - sum(runtime.values())) / 1e3:.0f} kB")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--rounds", type=int, default=3, help="timed starts of each kind (default %(default)s)"
    )
    rounds = parser.parse_args(argv).rounds
    programs = list(bank_programs().values())
    with serve() as pages, sync_playwright() as playwright:
        browser = launch(playwright)
        times = {
            kind: statistics.median(taken)
            for kind, taken in starts(browser, pages, programs[0], rounds).items()
        }
        page = blank(browser, pages)
        page.evaluate(START, {"assets": "/rt/", "source": CLOCKED, "plain": False})
        steps = page.evaluate(STEPS, MOVES)
        following = page.evaluate(NEXT, programs)
        page.context.close()
        line("bare loadPyodide", f"{times['bare']:.0f} ms")
        for kind in ("snapshot", "plain"):
            ratio = times[kind] / times["bare"]
            said = f"{ratio:.2f} x bare, target <= {TARGETS[kind]}"
            line(f"first observation, {kind} start", f"{times[kind]:.0f} ms", said)
        line(
            f"next environment, median of {len(following)}",
            f"{statistics.median(following):.1f} ms",
            f"slowest {max(following):.0f} ms, target <= {TARGETS['next']:.0f} ms",
        )
        line(
            f"host overhead a turn, median of {MOVES}",
            f"{statistics.median(steps):.2f} ms",
            f"target <= {TARGETS['step']:.0f} ms",
        )
        report_first_load(browser, pages, programs[0])
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
