# expect: harmless False,False lost
import os


class HostileEnv:
    """Asks which files exist."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        return f"{os.path.exists('/etc/passwd')},{os.path.exists('/')}", 0.0, True, False, {}
