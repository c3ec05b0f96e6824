# expect: harmless done lost
import atexit
import time


class HostileEnv:
    """Registers a function that would run for ever at exit."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        atexit.register(time.sleep, 1e6)
        return "done", 0.0, True, False, {}
