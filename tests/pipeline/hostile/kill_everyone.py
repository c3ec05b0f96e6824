# expect: step env_fault:PermissionError@\d+
import os


class HostileEnv:
    """Kills every process it may signal."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        os.kill(-1, 9)
        return "done", 0.0, True, False, {}
