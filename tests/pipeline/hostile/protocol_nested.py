# expect: step env_fault:ProtocolError
import os


class HostileEnv:
    """Sends brackets nested deep enough to exhaust a careless parser."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        os.write(3, b"[" * 100_000 + b"]" * 100_000 + b"\n")
        os._exit(0)
        return "done", 0.0, True, False, {}
