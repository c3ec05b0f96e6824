# expect: step env_fault:ProtocolError
import os


class HostileEnv:
    """Puts markup into the fault field."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        line = '{"steps":[],"observation":"","done":true,"outcome":"void","return":null,"fault":"<b>x</b>"}'
        os.write(3, line.encode() + b"\n")
        os._exit(0)
        return "done", 0.0, True, False, {}
