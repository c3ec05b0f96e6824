import random, re
class HangingBridgeLastOneEnv:
    """Hanging Bridge Last One
    Take from a pile against the engineer, who never errs."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.n = rng.choice([n for n in range(9, 19) if (n - 1) % 4])
        self.replies = [rng.randint(1, 3) for i in range(self.max_turns)]
        n, self.plan = self.n, []
        for r in self.replies:
            if (n - 1) % 4 and n > 0:
                self.plan.append((n, (n - 1) % 4))
            n -= (n - 1) % 4 + r
        return "Play the engineer of the hanging bridge for cable cards. Write \\boxed{2} to take 2. " + self.show(), {}
    def show(self):
        return f"There are {self.n}. Take 1 to 3. Who takes the last loses."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a in ("1", "2", "3") and int(a) <= self.n:
            n = self.n - int(a)
            if n == 0:
                return "The last one is gone.", 0.0, True, False, {}
            r = (n - 1) % 4 or min(n, self.replies[self.t - 1])
            self.n = n - r
            if self.n == 0:
                return "Success.", 1.0, True, False, {}
            note = f"The engineer takes {r}. "
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "; ".join(f"if {n} left take {k}" for n, k in self.plan) + "."
    def solution(self):
        return [str(k) for n, k in self.plan]
