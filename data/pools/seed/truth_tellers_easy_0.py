import random, re
class RingLiarsEnv:
    """Ring Liars
    Four people to judge from what they say about each other."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.pool = ["finn", "gus", "ivo", "hana", "cleo"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i = 1
        self.names = rng.sample(self.pool, 5)
        self.kinds = rng.sample(["knight", "knave"] * 2, 4)
        self.kinds.insert(0, rng.choice(self.kinds))
        return "Five people share a ring. Knight ones tell the truth, knave ones never do. Answer \\boxed{knight} or \\boxed{knave}; no mistakes. " + self.show(), {}
    def show(self):
        i, n = self.i, self.names[self.i]
        k = "knight" if self.kinds[i] == self.kinds[i - 1] else "knave"
        say = f"{self.names[i - 1]} says {n} is {k}."
        known = ", ".join(f"{p} {k}" for p, k in zip(self.names[:i], self.kinds))
        return f"Known: {known}. {say} Which is {n}?"
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        n, k = self.names[self.i], self.kinds[self.i]
        note = "Reply knight or knave. "
        if a in ["knight", "knave"] and a != k:
            return f"No, {n} is {k}.", 0.0, True, False, {}
        if a == k:
            self.i += 1
            note = "Correct. "
        if self.i == 5:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "From the start: " + " ".join(self.kinds[1:]) + "."
    def solution(self):
        return self.kinds[1:]
