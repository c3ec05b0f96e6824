# expect: step env_fault:PermissionError@\d+
class HostileEnv:
    """Writes a file."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        open("/tmp/hostile_was_here", "w")  # noqa: SIM115
        return "done", 0.0, True, False, {}
