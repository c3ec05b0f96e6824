import random, re
class SteamLiarsEnv:
    """Steam Liars
    A chain of claims about the steam; one person is known."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.pool = ["kai", "dov", "lena", "finn", "ivo"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i = 1
        self.names = rng.sample(self.pool, 5)
        self.kinds = rng.sample(["true", "fake"] * 2, 4)
        self.kinds.insert(0, rng.choice(self.kinds))
        return "At the high camp kitchen each person is true (only tells the truth) or fake (only lies). Reply \\boxed{true} or \\boxed{fake}. " + self.show(), {}
    def show(self):
        i, n = self.i, self.names[self.i]
        k = "true" if self.kinds[i] == self.kinds[i - 1] else "fake"
        p = [n, self.names[i - 1]]
        say = f"{p[i % 2]} says {p[1 - i % 2]} is {k}."
        known = ", ".join(f"{p} {k}" for p, k in zip(self.names[:i], self.kinds))
        return f"Known: {known}. {say} Which is {n}?"
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
            note = "Right. "
        if self.i == 5:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "The fake ones: " + ", ".join(n for n, k in zip(self.names, self.kinds) if k == "fake") + "."
    def solution(self):
        return self.kinds[1:]
