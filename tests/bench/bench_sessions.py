"""How the explorer's server answers many visitors at once: ``python tests/bench/bench_sessions.py``.

One visitor alone is the baseline; then many, each with pauses to look. A visitor holds a session of the training
page over Streamlit's own websocket, as a browser does, and does by turns what costs the server most: drawing the
page anew with another smoothing, opening an environment of the map, searching the code of all. An interaction
is timed until the last byte of its answer; the browser's own work comes on top of it and is the visitor's machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
import time
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/browser")]

from serve import serving  # noqa: E402

PAGE, SLIDER = "training", "Average over steps"
PAUSE_S = (1.0, 5.0)
WAIT_S = 120
FIRST_S, P95_S = 2.0, 1.0  # targets
WORDS = ("row", "self.turn", "sum(", "choice", "target")


class Visitor:
    """One session. Methods return the seconds that an interaction took."""

    def __init__(self, address: str, socket: ClientConnection, run: dict[str, Any], seed: int):
        self.address, self.socket, self.run = address, socket, run
        self.chance = random.Random(seed)
        self.slider: str | None = None

    async def open(self) -> float:
        """The training page for the first time."""
        return await self._rerun([])

    async def act(self, turn: int) -> tuple[str, float]:
        """What interaction ``turn`` was, and its seconds."""
        acts = (
            ("training page drawn anew", self._smooth),
            ("environment opened", self._read),
            ("search", self._search),
        )
        name, act = acts[turn % len(acts)]
        return name, await act()

    async def _smooth(self) -> float:
        assert self.slider, f"the page has no slider {SLIDER!r}"
        state = WidgetState(id=self.slider)
        state.double_array_value.data.append(self.chance.randint(1, 31))
        return await self._rerun([state])

    async def _read(self) -> float:
        row = self.chance.choice(self.run["environments"])
        return await self._get(f"/data/{self.run['run']}/env/{row}.json")

    async def _search(self) -> float:
        asked = urllib.parse.urlencode({"how": "text", "where": "anywhere", "q": self.chance.choice(WORDS)})
        return await self._get(f"/data/{self.run['run']}/search.arrow?{asked}")

    async def _get(self, path: str) -> float:
        begun = time.perf_counter()
        await asyncio.to_thread(fetch, self.address + path)
        return time.perf_counter() - begun

    async def _rerun(self, states: list[WidgetState]) -> float:
        message = BackMsg()
        message.rerun_script.page_name = PAGE
        message.rerun_script.query_string = urllib.parse.urlencode({"run": self.run["run"]})
        message.rerun_script.widget_states.widgets.extend(states)
        begun = time.perf_counter()
        await self.socket.send(message.SerializeToString())
        async with asyncio.timeout(WAIT_S):
            while True:
                answer = ForwardMsg.FromString(await self.socket.recv(decode=False))
                if answer.WhichOneof("type") == "script_finished":
                    return time.perf_counter() - begun
                self._note(answer)

    def _note(self, answer: ForwardMsg) -> None:
        element = answer.delta.new_element
        if element.WhichOneof("type") == "slider" and element.slider.label == SLIDER:
            self.slider = element.slider.id


def fetch(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=WAIT_S) as answer:
        return answer.read()


async def visit(
    address: str, run: dict[str, Any], seed: int, turns: int, pause: bool
) -> list[tuple[str, float]]:
    """One visitor's interactions, the opening of the page first."""
    stream = address.replace("http", "ws", 1) + "/_stcore/stream"
    async with connect(stream, subprotocols=["streamlit"], max_size=None, open_timeout=WAIT_S) as socket:  # type: ignore[list-item]
        visitor = Visitor(address, socket, run, seed)
        if pause:
            await asyncio.sleep(visitor.chance.uniform(0, PAUSE_S[1]))
        timed = [("training page opened", await visitor.open())]
        for turn in range(turns):
            if pause:
                await asyncio.sleep(visitor.chance.uniform(*PAUSE_S))
            timed.append(await visitor.act(seed + turn))
        return timed


async def crowd(address: str, run: dict[str, Any], visitors: int, turns: int) -> list[tuple[str, float]]:
    """``visitors`` at once."""
    visits = [visit(address, run, seed, turns, visitors > 1) for seed in range(visitors)]
    return [one for timed in await asyncio.gather(*visits) for one in timed]


def first_page(address: str) -> float:
    """Seconds until the front page's document and the map's data are here, nothing having been asked before."""
    begun = time.perf_counter()
    fetch(address + "/")
    runs = json.loads(fetch(address + "/data/runs.json"))["runs"]
    fetch(f"{address}/data/{runs[0]['run']}/points.arrow")
    return time.perf_counter() - begun


def mapped_run(address: str) -> dict[str, Any]:
    """The first run with a map, with the ids of some of its ``environments``."""
    from app.settings import store

    run = next(run for run in json.loads(fetch(address + "/data/runs.json"))["runs"] if run["dots"])
    return {**run, "environments": store().run(run["run"]).dots["env_id"].to_pylist()[:200]}


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1] if len(times) > 1 else times[0]


def report(alone: list[tuple[str, float]], many: list[tuple[str, float]], visitors: int) -> None:
    """A line for every interaction: both medians, the crowd's 95th percentile, and the ratio of the medians."""
    print(f"{'seconds':<28}{'alone':>8}{f'{visitors} at once':>12}{'p95':>8}{'ratio':>8}")
    for name in dict.fromkeys(name for name, _ in many):
        one, all_ = ([seconds for said, seconds in timed if said == name] for timed in (alone, many))
        middle = statistics.median(one), statistics.median(all_)
        print(f"{name:<28}{middle[0]:>8.2f}{middle[1]:>12.2f}{p95(all_):>8.2f}{middle[1] / middle[0]:>8.1f}")
    worst = p95([seconds for name, seconds in many if name != "training page opened"])
    print(f"an interaction, p95: {worst:.2f} s (target {P95_S:g} s)")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--visitors", type=int, default=20, help="sessions at once (default %(default)s)")
    parser.add_argument("--turns", type=int, default=12, help="interactions of each (default %(default)s)")
    options = parser.parse_args()
    with serving(ROOT / "data" / "runs") as address:
        print(
            f"front page and the map's data, first time: {first_page(address):.2f} s (target {FIRST_S:g} s)"
        )
        run = mapped_run(address)
        asyncio.run(crowd(address, run, 1, 3))  # what is read once is read now
        alone = asyncio.run(crowd(address, run, 1, options.turns))
        many = asyncio.run(crowd(address, run, options.visitors, options.turns))
    report(alone, many, options.visitors)


if __name__ == "__main__":
    main()
