# expect: step env_fault:(PermissionError|OSError)@\d+
import _signal


class HostileEnv:
    """Reaches the signal functions through a built-in module and ignores everything."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        _signal.signal(_signal.SIGTERM, _signal.SIG_IGN)
        return "done", 0.0, True, False, {}
