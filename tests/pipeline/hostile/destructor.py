# expect: harmless done lost
class Trap:
    def __del__(self):
        while True:
            pass


class HostileEnv:
    """Leaves an object whose destructor never ends."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        self.trap = Trap()
        self.trap.me = self.trap
        return "done", 0.0, True, False, {}
