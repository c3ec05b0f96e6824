# expect: step env_fault:\w+(@\d+)?
class HostileEnv:
    """Returns text that is long only once it is escaped."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        return "\x00" * (1 << 22), 0.0, True, False, {}
