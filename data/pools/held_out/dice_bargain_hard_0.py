import random, re
class MirrorMazePairsEnv:
    """Mirror Maze Pairs
    Choose how each pair of dice counts at the mirror maze."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.ways = ["sum", "product", "difference", "larger"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i, self.total, off = 0, 0, [0]
        while 0 in off:
            self.dice = [sorted(rng.sample(range(2, 8), 2), reverse=True) for i in range(4)]
            self.plan = [rng.choice(self.ways) for d in self.dice]
            self.marks = [self.value(*d, w) for d, w in zip(self.dice, self.plan)]
            off = [sum(self.marks) - sum(self.value(*d, w) for d in self.dice) for w in self.ways]
        return "Count the pairs in turn; all together make the wanted number. Write \\boxed{sum} or another way for the first pair. " + self.show(), {}
    def value(self, x, y, w):
        return {"sum": x + y, "product": x * y, "difference": x - y, "larger": x}[w]
    def show(self):
        dice = ", ".join(f"{x} {y}" for x, y in self.dice[self.i:])
        ways = ", ".join(self.ways)
        return f"Pairs: {dice}. Total: {self.total}. Wanted: {sum(self.marks)}. Ways: {ways}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a in self.ways:
            self.total += self.value(*self.dice[self.i], a)
            self.i += 1
            if self.i == len(self.dice) and self.total != sum(self.marks):
                return "It does not come out.", 0.0, True, False, {}
            if self.i == len(self.dice):
                return "Good work.", 1.0, True, False, {}
            note = "Next. "
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Count: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
