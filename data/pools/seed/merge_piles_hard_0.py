import random, re
class PlasticMouldFloorStacksEnv:
    """Plastic Mould Floor Stacks
    Merge what the operator has, two at a time."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        sizes = rng.sample(range(1, 10), 6)
        self.piles = dict(zip(rng.sample(["mould", "box", "wall", "dent", "screw", "bead", "barrel"], 6), sizes))
        self.budget, self.plan = self.best(self.piles)
        return "Join all stacks into one. A join costs the new size. Only neighbours join. Send \\boxed{mould box} to join two. " + self.show(), {}
    def best(self, piles):
        names, ways = list(piles), []
        for x, y in zip(names, names[1:]):
            rest = {n: s + piles[y] * (n == x) for n, s in piles.items() if n != y}
            cost, plan = self.best(rest)
            ways.append((cost + rest[x], [x + " " + y] + plan))
        return min(ways, default=(0, []))
    def show(self):
        piles = ", ".join(f"{n} {size}" for n, size in self.piles.items())
        return f"Piles: {piles}. You have: {self.budget}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note, (x, _, y) = "Please use the format. ", a.partition(" ")
        names = list(self.piles)
        if x in names and y in names[names.index(x) + 1:][:1]:
            self.piles[x] += self.piles.pop(y)
            self.budget -= self.piles[x]
            note = "Done. "
        if self.budget < 0:
            return "The money is gone.", 0.0, True, False, {}
        if len(self.piles) == 1:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "join " + ", then ".join(self.plan) + "."
    def solution(self):
        return self.plan
