# expect: step env_(fault:(MemoryError@\d+|ProcessDied|RecursionError@\d+)|timeout)
import sys


class HostileEnv:
    """Overflows the C stack."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        sys.setrecursionlimit(10**9)
        deep = []
        for _ in range(10**6):
            deep = [deep]
        repr(deep)
        return "done", 0.0, True, False, {}
