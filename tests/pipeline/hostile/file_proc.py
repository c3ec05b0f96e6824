# expect: step env_fault:PermissionError@\d+
import os


class HostileEnv:
    """Reads its own start environment from the kernel."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        os.open("/proc/self/environ", os.O_RDONLY)
        return "done", 0.0, True, False, {}
