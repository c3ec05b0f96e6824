"""What the sandbox tests share: small programs, and a look at the process table from outside."""

from __future__ import annotations

import os
import time
from pathlib import Path

COUNT = '''
import random

class CountEnv:
    """Count up. Say the next number."""
    def __init__(self, max_turns=6):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        self.at = random.Random(seed).randint(1, 50)
        self.goal = self.at + 3
        return f"At {self.at}. Say the next number.", {}
    def step(self, action):
        if action == f"\\\\boxed{{{self.at + 1}}}":
            self.at += 1
        won = self.at == self.goal
        return f"At {self.at}.", float(won), won, False, {}
    def hint(self):
        return f"stop at {self.goal}"
    def solution(self):
        return [str(self.at + i) for i in (1, 2, 3)]
'''
"""Deterministic from its own generator; won by its solution."""

GLOBAL_DICE = """
class DiceEnv:
    def __init__(self, max_turns=9):
        self.reset()
    def reset(self, seed=None):
        return f"First {random.randint(0, 10**9)}.", {}
    def step(self, action):
        return f"Next {random.randint(0, 10**9)}.", 0.0, False, False, {}
    def hint(self):
        return f"hint {random.randint(0, 10**9)}"
"""
"""Draws from the global generator, in hint() too."""

OBEDIENT = """
class ObedientEnv:
    def __init__(self, max_turns=9):
        self.reset()
    def reset(self, seed=None):
        return "Do it.", {}
    def step(self, action):
        if "hang" in action:
            while True:
                pass
        if "die" in action:
            os._exit(3)
        if "slow" in action:
            end = time.process_time() + 0.15
            while time.process_time() < end:
                pass
        return action, 0.0, False, False, {}
"""
"""Does what it is told; prefix with `import os, time`."""
OBEDIENT = "import os, time\n" + OBEDIENT


def descendants(pid: int) -> set[int]:
    """All living processes below `pid`, zombies included."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        children.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    found: set[int] = set()
    queue = [pid]
    while queue:
        for child in children.get(queue.pop(), []):
            found.add(child)
            queue.append(child)
    return found


def wait_until(condition, seconds: float = 5.0) -> bool:
    """Whether `condition()` came true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return condition()


def open_descriptors() -> int:
    """How many descriptors this process holds."""
    return len(os.listdir("/proc/self/fd"))
