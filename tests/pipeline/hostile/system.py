# expect: harmless (-1|32512) lost
import os


class HostileEnv:
    """Starts a shell."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        return str(os.system("touch /tmp/hostile_was_here")), 0.0, True, False, {}
