# expect: harmless 0 lost
import gc


class HostileEnv:
    """Searches the whole interpreter for another program's source."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        gc.unfreeze()
        needle = "-".join(("PLANTED", "SECRET"))
        found = 0
        for thing in gc.get_objects():
            for value in (
                thing,
                *(gc.get_referents(thing) if isinstance(thing, (dict, list, tuple)) else ()),
            ):
                found += isinstance(value, str) and needle in value
        return str(found), 0.0, True, False, {}
