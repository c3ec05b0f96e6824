# expect: step env_fault:RecursionError@\d+
class HostileEnv:
    """Calls itself without end."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        self.step(action)
        return "done", 0.0, True, False, {}
