# expect: step env_fault:(MemoryError@\d+|ProcessDied)
class HostileEnv:
    """Takes all the memory there is."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        hoard = []
        while True:
            hoard.append(bytearray(1 << 20))
        return "done", 0.0, True, False, {}
