import random, re
class PearlFarmWitnessesEnv:
    """Pearl Farm Witnesses
    Find out who is true and who is fake at the pearl farm."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.pool = ["finn", "lena", "dov", "gus", "ada", "ben", "milo"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i = 1
        self.names = rng.sample(self.pool, 5)
        self.kinds = rng.sample(["true", "fake"] * 2, 4)
        self.kinds.insert(0, rng.choice(self.kinds))
        return "At the pearl farm each person is true (only tells the truth) or fake (only lies). Reply \\boxed{true} or \\boxed{fake}. " + self.show(), {}
    def show(self):
        i, n = self.i, self.names[self.i]
        k = "true" if self.kinds[i] == self.kinds[i - 1] else "fake"
        say = f"{self.names[i - 1]} says {n} is {k}."
        known = ", ".join(f"{p} {k}" for p, k in zip(self.names[:i], self.kinds))
        return f"Known: {known}. {say} And {n}?"
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        n, k = self.names[self.i], self.kinds[self.i]
        note = "Reply true or fake. "
        if a in ["true", "fake"] and a != k:
            return f"Wrong, {n} is {k}.", 0.0, True, False, {}
        if a == k:
            self.i += 1
            note = "So it is. "
        if self.i == 5:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return ", ".join(f"{n} {k}" for n, k in zip(self.names, self.kinds)) + "."
    def solution(self):
        return self.kinds[1:]
