import random, re
class ThreeDoorShowMergingEnv:
    """Three Door Show Merging
    Merge what the host has, two at a time."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        sizes = rng.sample(range(1, 10), 4)
        self.piles = dict(zip(rng.sample(["table", "goat", "door", "pea", "guess", "car", "cup", "class"], 4), sizes))
        self.budget, self.plan, piles = 0, [], dict(self.piles)
        while len(piles) > 1:
            x, y = sorted(piles, key=piles.get)[:2]
            self.plan.append(x + " " + y)
            piles[x] += piles.pop(y)
            self.budget += piles[x]
        return "The host joins stacks; each join costs its sum. Reply \\boxed{table goat} to join two. " + self.show(), {}
    def show(self):
        piles = ", ".join(f"{n} {size}" for n, size in self.piles.items())
        return f"Piles: {piles}. Money left: {self.budget}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note, (x, _, y) = "No such choice. ", a.partition(" ")
        if x in self.piles and y in self.piles and x != y:
            self.piles[x] += self.piles.pop(y)
            self.budget -= self.piles[x]
            note = "Done. "
        if self.budget < 0:
            return "The money is gone.", 0.0, True, False, {}
        if len(self.piles) == 1:
            return "All done, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "joins: " + ", ".join(self.plan) + "."
    def solution(self):
        return self.plan
