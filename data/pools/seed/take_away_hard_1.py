import random, re
class GrainTokensEnv:
    """Grain Tokens
    Leave the miller a pile from which you cannot lose."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.n = rng.choice([n for n in range(9, 19) if (n - 1) % 5])
        self.replies = [rng.randint(1, 4) for i in range(self.max_turns)]
        n, self.plan = self.n, []
        for r in self.replies:
            if (n - 1) % 5 and n > 0:
                self.plan.append((n, (n - 1) % 5))
            n -= (n - 1) % 5 + r
        return "You and the miller take sack tokens in turn. Answer \\boxed{2} to take 2. " + self.show(), {}
    def show(self):
        return f"Pile: {self.n}. Take up to 4. Who takes the last loses."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in ("1", "2", "3", "4") and int(a) <= self.n:
            n = self.n - int(a)
            if n == 0:
                return "No more is left.", 0.0, True, False, {}
            r = (n - 1) % 5 or min(n, self.replies[self.t - 1])
            self.n = n - r
            if self.n == 0:
                return "Good work.", 1.0, True, False, {}
            note = f"{r} more are gone. "
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "; ".join(f"if {n} left take {k}" for n, k in self.plan) + "."
    def solution(self):
        return [str(k) for n, k in self.plan]
