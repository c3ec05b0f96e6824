# expect: step env_(fault:ProtocolError|timeout)
import os


class HostileEnv:
    """Sends a line that never ends."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        while True:
            os.write(3, b"x" * 65536)
        return "done", 0.0, True, False, {}
