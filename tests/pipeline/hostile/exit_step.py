# expect: step env_fault:SystemExit@\d+
import sys


class HostileEnv:
    """Leaves the interpreter in the middle of a turn."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        sys.exit(0)
        return "done", 0.0, True, False, {}
