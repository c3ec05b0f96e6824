import random, re
class WashHousePileEnv:
    """Wash House Pile
    Take from a pile against the washer, who never errs."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.n = rng.choice([n for n in range(9, 17) if n % 4])
        self.replies = [rng.randint(1, 3) for i in range(self.max_turns)]
        n, self.plan = self.n, []
        for r in self.replies:
            if n % 4 and n > 0:
                self.plan.append((n, n % 4))
            n -= n % 4 + r
        return "At the wash house you and the washer take from one table pile. Send \\boxed{2} to take 2. " + self.show(), {}
    def show(self):
        return f"Now {self.n}. Take up to 3. The last one wins."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        if a in ("1", "2", "3") and int(a) <= self.n:
            n = self.n - int(a)
            if n == 0:
                return "Success.", 1.0, True, False, {}
            r = n % 4 or min(n, self.replies[self.t - 1])
            self.n = n - r
            if self.n == 0:
                return "No more is left.", 0.0, True, False, {}
            note = f"Then the washer took {r}. "
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "; ".join(f"if {n} left take {k}" for n, k in self.plan) + "."
    def solution(self):
        return [str(k) for n, k in self.plan]
