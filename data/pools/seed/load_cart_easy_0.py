import random, re
class StoneLoadEnv:
    """Stone Load
    Get the best worth into the boat of the knotted rope field."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names = rng.sample(["knot", "peg", "loop", "corner", "stone", "wall"], 5)
        self.room = 3
        self.left = dict(zip(names, rng.sample(range(1, 10), 5)))
        self.plan = sorted(names, key=self.left.get)[-3:]
        return "Load the boat for the surveyor so that the load is worth the most. The number is the worth. Write \\boxed{knot} to load one. " + self.show(), {}
    def show(self):
        left = ", ".join(f"{n} {v}" for n, v in self.left.items())
        return f"Space {self.room}. Items: {left}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.left and a not in self.plan:
            return "The boat could carry more worth.", 0.0, True, False, {}
        if a in self.left:
            self.room -= 1
            self.left.pop(a)
            note = "Loaded. "
        if self.room == 0:
            return "All done, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "load " + " and ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
