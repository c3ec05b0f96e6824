# expect: step env_timeout
import time


class HostileEnv:
    """Waits instead of computing, so no processor limit applies."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        time.sleep(1e6)
        return "done", 0.0, True, False, {}
