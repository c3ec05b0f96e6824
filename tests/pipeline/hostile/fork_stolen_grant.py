# expect: any
import os
import time

real_fork = os.fork


def stealing_fork():
    if real_fork() == 0:
        while True:
            time.sleep(1)
    return 0


os.fork = stealing_fork


class HostileEnv:
    """Replaces fork, so that the one fork its owner asks for goes to a process of its own."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        return "done", 0.0, True, False, {}
