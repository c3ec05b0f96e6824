# expect: step env_fault:\w+(@\d+)?
class HostileEnv:
    """Returns more text than anyone can read."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        return "x" * (1 << 20), 0.0, True, False, {}
