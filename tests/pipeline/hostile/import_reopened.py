# expect: step env_fault:\w+@\d+
import importlib.machinery as machinery
import os
import sys


class HostileEnv:
    """Puts the import machinery back together and loads what is not there."""

    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        return "Say go.", {}

    def step(self, action):
        sys.path[:] = ["/usr/lib/python3", os.path.dirname(os.__file__)]
        sys.meta_path.append(machinery.PathFinder)
        __import__("socket")
        return "done", 0.0, True, False, {}
