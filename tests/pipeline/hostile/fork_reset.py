# expect: reset env_fault:PermissionError@\d+
import os


class HostileEnv:
    """Forks in reset, where the process may still be forked by its owner."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        os.fork()
        return "Say go.", {}

    def step(self, action):
        return "done", 0.0, True, False, {}
