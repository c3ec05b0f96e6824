# expect: load
import socket

CONNECTION = socket.create_connection(("127.0.0.1", 80))


class HostileEnv:
    """Wants the network."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        return "done", 0.0, True, False, {}
