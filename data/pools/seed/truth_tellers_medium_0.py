import random, re
class StringLiarsEnv:
    """String Liars
    A chain of claims about the string; one person is known."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.pool = ["eva", "cleo", "kai", "dov", "finn", "ivo", "ben"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i = 1
        self.names = rng.sample(self.pool, 5)
        self.kinds = rng.sample(["truthful", "false"] * 2, 4)
        self.kinds.insert(0, rng.choice(self.kinds))
        return "At the brick works each person is truthful (only tells the truth) or false (only lies). Answer \\boxed{truthful} or \\boxed{false}; no mistakes. " + self.show(), {}
    def show(self):
        i, n = self.i, self.names[self.i]
        k = "truthful" if self.kinds[i] == self.kinds[i - 1] else "false"
        say = f"{n} says {self.names[i - 1]} is {k}."
        known = ", ".join(f"{p} {k}" for p, k in zip(self.names[:i], self.kinds))
        return f"Known: {known}. {say} What is {n}?"
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        n, k = self.names[self.i], self.kinds[self.i]
        note = "Reply truthful or false. "
        if a in ["truthful", "false"] and a != k:
            return f"A mistake: {n} is {k}.", 0.0, True, False, {}
        if a == k:
            self.i += 1
            note = "Yes. "
        if self.i == 5:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return ", ".join(f"{n} {k}" for n, k in zip(self.names, self.kinds)) + "."
    def solution(self):
        return self.kinds[1:]
