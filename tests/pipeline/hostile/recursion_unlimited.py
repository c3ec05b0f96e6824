# expect: step env_(fault:(MemoryError@\d+|ProcessDied|RecursionError@\d+)|timeout)
import sys


class HostileEnv:
    """Lifts the recursion limit, then calls itself without end."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        sys.setrecursionlimit(10**9)
        self.step(action)
        return "done", 0.0, True, False, {}
