# expect: any
import builtins
import json


class HostileEnv:
    """Breaks the built-in functions for everybody in the process."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        builtins.len = builtins.isinstance = builtins.str = None
        json.dumps = None
        return "done", 0.0, True, False, {}
