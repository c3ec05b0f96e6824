import random, re
class OrderSearchCallThrowEnv:
    """Order Search Call Throw
    Count dice so that the wanted number comes out."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.ways = ["smaller", "difference", "larger", "sum"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i, self.total, off = 0, 0, [0]
        while 0 in off:
            self.dice = [rng.choice([(5, 2), (4, 3), (6, 2), (5, 3), (7, 3), (6, 4), (7, 2), (7, 5)]) for i in range(4)]
            self.plan = [rng.choice(self.ways) for d in self.dice]
            self.marks = [self.value(*d, w) for d, w in zip(self.dice, self.plan)]
            off = [sum(self.marks) - sum(self.value(*d, w) for d in self.dice) for w in self.ways]
        return "Count each pair so that it makes the wanted number. Write \\boxed{smaller} or another way for the first pair. " + self.show(), {}
    def value(self, x, y, w):
        return {"smaller": y, "difference": x - y, "larger": x, "sum": x + y}[w]
    def show(self):
        x, y = self.dice[self.i]
        return f"Dice: {x} {y}. Wanted: {self.marks[self.i]}. Ways: {', '.join(self.ways)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a in self.ways:
            self.total += self.value(*self.dice[self.i], a)
            self.i += 1
            if self.total != sum(self.marks[:self.i]):
                return "That is not the wanted number.", 0.0, True, False, {}
            if self.i == len(self.dice):
                return "Solved.", 1.0, True, False, {}
            note = "Counted. "
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Count: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
