# expect: step env_fault:PermissionError@\d+
import os


class HostileEnv:
    """Leaves its process group, so that killing the group would miss it."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        os.setsid()
        return "done", 0.0, True, False, {}
