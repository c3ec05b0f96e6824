# expect: reset env_timeout
class HostileEnv:
    """Never finishes its reset."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        while True:
            pass
        return "Say go.", {}

    def step(self, action):
        return "done", 0.0, True, False, {}
