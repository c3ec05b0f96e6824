# expect: step env_fault:ProtocolError
import os


class HostileEnv:
    """Sends a message whose fields have the wrong types."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        line = '{"steps":[{"action":1}],"observation":[],"done":"yes","outcome":{},"return":"1","fault":7}'
        os.write(3, line.encode() + b"\n")
        os._exit(0)
        return "done", 0.0, True, False, {}
