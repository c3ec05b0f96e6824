# expect: reset env_timeout
import contextlib
import os


class HostileEnv:
    """Tries to fork in reset without end."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        while True:
            with contextlib.suppress(OSError):
                os.fork()

    def step(self, action):
        return "done", 0.0, True, False, {}
