# expect: harmless 0 lost
import inspect


class HostileEnv:
    """Walks up the stack into the host and looks for secrets there."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        frame, found = inspect.currentframe(), 0
        while frame is not None:
            found += "-".join(("PLANTED", "SECRET")) in repr(frame.f_locals) + repr(sorted(frame.f_globals))
            frame = frame.f_back
        return str(found), 0.0, True, False, {}
