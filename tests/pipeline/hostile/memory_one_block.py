# expect: step env_fault:MemoryError@\d+
class HostileEnv:
    """Asks for more memory than there is in one go."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        bytearray(1 << 40)
        return "done", 0.0, True, False, {}
