import random, re
class StarColourClassBargainEnv:
    """Star Colour Class Bargain
    Count dice so that the wanted number comes out."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.ways = ["larger", "sum", "product"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i, self.total, off = 0, 0, [0]
        while 0 in off:
            self.dice = [sorted(rng.sample(range(2, 8), 2), reverse=True) for i in range(3)]
            self.plan = [rng.choice(self.ways) for d in self.dice]
            self.marks = [self.value(*d, w) for d, w in zip(self.dice, self.plan)]
            off = [sum(self.marks) - sum(self.value(*d, w) for d in self.dice) for w in self.ways]
        return "Count the pairs in turn; all together make the wanted number. Answer \\boxed{larger} or another way for the first pair. " + self.show(), {}
    def value(self, x, y, w):
        return {"larger": x, "sum": x + y, "product": x * y}[w]
    def show(self):
        dice = ", ".join(f"{x} {y}" for x, y in self.dice[self.i:])
        ways = ", ".join(self.ways)
        return f"Throws: {dice}. Total: {self.total}. Wanted: {sum(self.marks)}. Ways: {ways}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.ways:
            self.total += self.value(*self.dice[self.i], a)
            self.i += 1
            if self.i == len(self.dice) and self.total != sum(self.marks):
                return "The bargain is lost.", 0.0, True, False, {}
            if self.i == len(self.dice):
                return "Well done.", 1.0, True, False, {}
            note = "On. "
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Count: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
