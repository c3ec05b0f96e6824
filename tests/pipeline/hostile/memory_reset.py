# expect: reset env_fault:(MemoryError@\d+|ProcessDied)
class HostileEnv:
    """Takes all the memory there is before the game begins."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        hoard = []
        while True:
            hoard.append("x" * (1 << 20))
        return "Say go.", {}

    def step(self, action):
        return "done", 0.0, True, False, {}
