# expect: load
import ctypes

LIBRARY = ctypes.CDLL(None)


class HostileEnv:
    """Wants to call the C library."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        return "done", 0.0, True, False, {}
