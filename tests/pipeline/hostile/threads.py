# expect: step env_fault:RuntimeError@\d+
import threading


class HostileEnv:
    """Starts threads."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        threading.Thread(target=print).start()
        return "done", 0.0, True, False, {}
