# expect: step env_timeout
import re


class HostileEnv:
    """Backtracks for longer than the universe has."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        re.match(r"(a+)+$", "a" * 60 + "b")
        return "done", 0.0, True, False, {}
