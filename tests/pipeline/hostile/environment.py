# expect: harmless \[\] lost
import os


class HostileEnv:
    """Looks for secrets in the environment."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        return str(sorted(os.environ)), 0.0, True, False, {}
