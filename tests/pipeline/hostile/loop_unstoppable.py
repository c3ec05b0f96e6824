# expect: step env_timeout
class HostileEnv:
    """Loops and catches everything that could stop it."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                continue
        return "done", 0.0, True, False, {}
