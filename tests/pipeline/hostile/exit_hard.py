# expect: step env_fault:ProcessDied
import os


class HostileEnv:
    """Ends the process without unwinding."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        os._exit(0)
        return "done", 0.0, True, False, {}
