# expect: step env_timeout
class HostileEnv:
    """Never finishes a turn."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        while True:
            pass
        return "done", 0.0, True, False, {}
