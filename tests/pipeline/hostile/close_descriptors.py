# expect: step env_fault:\w+(@\d+)?
import os


class HostileEnv:
    """Closes everything it holds."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        os.closerange(0, 64)
        return "done", 0.0, True, False, {}
