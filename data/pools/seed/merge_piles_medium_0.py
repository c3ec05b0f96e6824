import random, re
class DamWallCheapPilesEnv:
    """Dam Wall Cheap Piles
    Choose the order of joining at the dam wall."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        sizes = rng.sample(range(1, 10), 5)
        self.piles = dict(zip(rng.sample(["rock", "gate", "line", "spill", "wall", "weight", "dam", "river"], 5), sizes))
        self.budget, self.plan, piles = 0, [], dict(self.piles)
        while len(piles) > 1:
            x, y = sorted(piles, key=piles.get)[:2]
            self.plan.append(x + " " + y)
            piles[x] += piles.pop(y)
            self.budget += piles[x]
        return "The engineer joins piles; each join costs its sum. Write \\boxed{rock gate} to join two. " + self.show(), {}
    def show(self):
        piles = ", ".join(f"{n} {size}" for n, size in self.piles.items())
        return f"Heaps: {piles}. You have: {self.budget}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note, (x, _, y) = "Not a usable reply. ", a.partition(" ")
        if x in self.piles and y in self.piles and x != y:
            self.piles[x] += self.piles.pop(y)
            self.budget -= self.piles[x]
            note = "They are one. "
        if self.budget < 0:
            return "Too expensive.", 0.0, True, False, {}
        if len(self.piles) == 1:
            return "All done, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "joins: " + ", ".join(self.plan) + "."
    def solution(self):
        return self.plan
