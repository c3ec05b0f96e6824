import random, re
class PlanktonShipClaimsEnv:
    """Plankton Ship Claims
    A chain of claims about the cable; one person is known."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.pool = ["finn", "gus", "milo", "june", "nora", "ivo", "hana"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i = 1
        self.names = rng.sample(self.pool, 5)
        self.kinds = rng.sample(["truthful", "false"] * 2, 4)
        self.kinds.insert(0, rng.choice(self.kinds))
        return "Five people share a cable. Truthful ones tell the truth, false ones never do. Reply \\boxed{truthful} or \\boxed{false}. " + self.show(), {}
    def show(self):
        i, n = self.i, self.names[self.i]
        same = (self.kinds[i] == self.kinds[0]) == (self.kinds[i - 1] == "truthful")
        say = f"{self.names[i - 1]} says {n} and {self.names[0]} are {'alike' if same else 'unlike'}."
        known = ", ".join(f"{p} {k}" for p, k in zip(self.names[:i], self.kinds))
        return f"Known: {known}. {say} What is {n}?"
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        n, k = self.names[self.i], self.kinds[self.i]
        note = "Reply truthful or false. "
        if a in ["truthful", "false"] and a != k:
            return f"Wrong, {n} is {k}.", 0.0, True, False, {}
        if a == k:
            self.i += 1
            note = "So it is. "
        if self.i == 5:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return ", ".join(f"{n} {k}" for n, k in zip(self.names[1:], self.kinds[1:])) + "."
    def solution(self):
        return self.kinds[1:]
