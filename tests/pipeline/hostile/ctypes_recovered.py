# expect: harmless -1,-1,-1,-1 lost
import gc


class HostileEnv:
    """Finds the C library in the host's memory and calls the kernel directly."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        gc.unfreeze()
        library = next(
            thing
            for thing in gc.get_objects()
            if type(thing).__name__ == "CDLL" and hasattr(thing, "syscall")
        )
        answers = [
            library.syscall(2, b"/tmp/hostile_was_here", 0o102, 0o600),  # open
            library.syscall(41, 2, 1, 0),  # socket
            library.syscall(57),  # fork
            library.syscall(62, 1, 9),  # kill
        ]
        return ",".join(str(answer) for answer in answers), 0.0, True, False, {}
