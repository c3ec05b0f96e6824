import random, re
class TubeLoadEnv:
    """Tube Load
    Get the best worth into the bag of the game store."""
    def __init__(self, max_turns=3, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names = rng.sample(["coin", "pair", "die", "tube", "gambler", "tray"], 6)
        self.room = 2
        self.left = dict(zip(names, rng.sample(range(1, 10), 6)))
        self.plan = sorted(names, key=self.left.get)[-2:]
        return "Load the bag for the clerk so that the load is worth the most. The number is the worth. Write \\boxed{coin} to load one. " + self.show(), {}
    def show(self):
        left = ", ".join(f"{n} {v}" for n, v in self.left.items())
        return f"Space {self.room}. Items: {left}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.left and a not in self.plan:
            return "The bag could carry more worth.", 0.0, True, False, {}
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
