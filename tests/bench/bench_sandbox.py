"""What the sandbox costs: `python tests/bench/bench_sandbox.py [--plays N]`.

Prints, as medians on this machine: starting a play (fork after reset, until it has greeted), against the baseline *cold interpreter per
play* (`python -I -S` that imports the host, loads the program and resets it, without any isolation) measured in the same run; a step; a
lockstep turn of 128 plays; opening a program; a whole validation. Ends with one JSON line; exit 1 when a target is missed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "web_runtime")]

from pipeline.novelty import NoveltyIndex  # noqa: E402
from pipeline.sandbox import Instance, Sandbox  # noqa: E402
from pipeline.validator import validate  # noqa: E402

TARGETS = {"play_start_ms": 6.0, "step_ms": 0.3, "validate_ms": 150.0}
LEAST_SPEEDUP = 8.0
LOCKSTEP = 128

PROGRAM = '''
import random, re
class TreasureEnv:
    """Treasure hunt
    Find the island that hides the treasure."""
    def __init__(self, max_turns=10):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.target = rng.randint(1, 500)
        self.low, self.high, self.t = 1, 500, 0
        return "Islands 1 to 500. Name one as \\\\boxed{number}.", {}
    def step(self, action):
        self.t += 1
        m = re.search(r"\\\\boxed\\{(.*?)\\}", action)
        a = m.group(1).strip() if m else ""
        if not a.isdigit():
            return f"Use \\\\boxed{{number}} from {self.low} to {self.high}.", 0.0, False, self.t >= self.max_turns, {}
        won = int(a) == self.target
        word = "Found" if won else "Higher" if int(a) < self.target else "Lower"
        return f"{word}. Range {self.low} to {self.high}.", float(won), won, self.t >= self.max_turns, {}
    def hint(self):
        return f"the island is number {self.target}"
    def solution(self):
        return [str(self.target)]
'''

COLD = f"""
import sys
sys.path.insert(0, {str(ROOT / "web_runtime")!r})
import spade_env
print(spade_env.Episode(spade_env.load(sys.stdin.read()), 7).observation)
"""


def median_ms(action: Callable[[], object], repetitions: int) -> float:
    """Median wall-clock milliseconds of an action, after one unmeasured call."""
    action()
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        action()
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


def cold_interpreter() -> None:
    """The baseline: a fresh interpreter for every play."""
    subprocess.run(
        [sys.executable, "-I", "-S", "-c", COLD], input=PROGRAM, capture_output=True, text=True, check=True
    )


def step_ms(instance: Instance, plays: int) -> float:
    """Median step time over fresh plays of nine steps each."""
    times = []
    for _ in range(max(1, plays // 10)):
        play = instance.play()
        for _ in range(9):
            start = time.perf_counter()
            play.act("look around")
            times.append(1000 * (time.perf_counter() - start))
        play.close()
    return statistics.median(times)


def lockstep_ms(sandbox: Sandbox, instance: Instance) -> float:
    """Median time of one turn of 128 plays."""
    plays = [instance.play() for _ in range(LOCKSTEP)]
    elapsed = median_ms(lambda: sandbox.act_many([(play, "look around") for play in plays]), 8)
    for play in plays:
        play.close()
    return elapsed


def measure(plays: int) -> dict[str, float]:
    """All numbers, by name."""
    with Sandbox() as sandbox, sandbox.open(PROGRAM, 7) as instance:
        print(sandbox.banner)
        validate(PROGRAM, sandbox)  # starts the second zygote, once per run
        numbers = {
            "play_start_ms": median_ms(lambda: instance.play().close(), plays),
            "cold_start_ms": median_ms(cold_interpreter, max(5, plays // 10)),
            "step_ms": step_ms(instance, plays),
            f"lockstep_{LOCKSTEP}_ms": lockstep_ms(sandbox, instance),
            "open_ms": median_ms(lambda: sandbox.open(PROGRAM, 7).close(), max(5, plays // 4)),
            "validate_ms": median_ms(
                lambda: validate(PROGRAM, sandbox, known=NoveltyIndex()), max(5, plays // 10)
            ),
        }
    numbers["speedup"] = numbers["cold_start_ms"] / numbers["play_start_ms"]
    return numbers


def main() -> int:
    """Measure, print, compare with the targets."""
    parser = argparse.ArgumentParser(description="Measure the sandbox.")
    parser.add_argument("--plays", type=int, default=200, help="repetitions of a play start (default 200)")
    numbers = measure(parser.parse_args().plays)
    for name, value in numbers.items():
        target = f"   (target <= {TARGETS[name]:g})" if name in TARGETS else ""
        unit = "x  over a cold interpreter per play (target >= 8)" if name == "speedup" else "ms"
        print(f"{name.removesuffix('_ms'):>14} {value:9.3f} {unit}{target}")
    print(json.dumps({name: round(value, 4) for name, value in numbers.items()}))
    met = (
        all(numbers[name] <= limit for name, limit in TARGETS.items()) and numbers["speedup"] >= LEAST_SPEEDUP
    )
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
