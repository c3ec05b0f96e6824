import random, re
class MeteorMeadowDiceEnv:
    """Meteor Meadow Dice
    Choose how each pair of dice counts at the meteor meadow."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.ways = ["product", "larger", "sum"]
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
        return "Count the pairs in turn; all together make the wanted number. Answer \\boxed{product} or another way for the first pair. " + self.show(), {}
    def value(self, x, y, w):
        return {"product": x * y, "larger": x, "sum": x + y}[w]
    def show(self):
        dice = ", ".join(f"{x} {y}" for x, y in self.dice[self.i:])
        ways = ", ".join(self.ways)
        return f"Pairs: {dice}. Total: {self.total}. Wanted: {sum(self.marks)}. Ways: {ways}."
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
                return "That is it, you win.", 1.0, True, False, {}
            note = "Next. "
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Ways in turn: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
