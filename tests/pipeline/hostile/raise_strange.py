# expect: step env_fault:\w+(@\d+)?
class Strange(BaseException):
    def __str__(self):
        raise Strange

    __repr__ = __str__


class HostileEnv:
    """Raises an exception that fights being looked at."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        raise Strange
        return "done", 0.0, True, False, {}
