import random, re
class TreeLoadEnv:
    """Tree Load
    Pick the best items for one boat."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names = rng.sample(["twig", "wax", "branch", "tree", "seed", "stem"], 5)
        self.room = 3
        self.left = dict(zip(names, rng.sample(range(1, 10), 5)))
        self.plan = sorted(names, key=self.left.get)[-3:]
        return "Load the boat for the grower so that the load is worth the most. The number is the worth. Reply \\boxed{twig} to load one. " + self.show(), {}
    def show(self):
        left = ", ".join(f"{n} {v}" for n, v in self.left.items())
        return f"Room {self.room}. Left: {left}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a in self.left and a not in self.plan:
            return "Not the best load.", 0.0, True, False, {}
        if a in self.left:
            self.room -= 1
            self.left.pop(a)
            note = "Done. "
        if self.room == 0:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "best: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
