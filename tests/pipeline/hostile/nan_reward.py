# expect: step env_fault:\w+(@\d+)?
class HostileEnv:
    """Pays a reward that is not a number."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        return "done", float("nan"), True, False, {}
