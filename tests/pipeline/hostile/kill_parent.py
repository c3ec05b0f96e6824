# expect: step env_fault:PermissionError@\d+
import os


class HostileEnv:
    """Kills its parent."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        os.kill(os.getppid(), 9)
        return "done", 0.0, True, False, {}
