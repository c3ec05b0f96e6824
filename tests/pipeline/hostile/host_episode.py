# expect: any
import gc


class HostileEnv:
    """Finds its own episode object and declares itself the winner, which concerns nobody else."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        gc.unfreeze()
        for thing in gc.get_objects():
            if type(thing).__name__ == "Episode":
                thing.__dict__.update(outcome="won", ret=1e300, done=True)
        return "done", 0.0, True, False, {}
