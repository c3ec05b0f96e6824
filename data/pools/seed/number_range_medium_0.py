import random, re
class DamNumberEnv:
    """Dam Number
    Each answer says if the dam number is higher or lower."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.lo = rng.randint(57, 66)
        self.hi = self.lo + 105
        self.n = rng.randint(self.lo + 1, self.hi - 1)
        return "Find the dam number that the ranger chose at the beaver stream. Answer as \\boxed{number}. " + self.show(), {}
    def show(self):
        return f"It is above {self.lo} and below {self.hi}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        if a == str(self.n):
            return "All done, you win.", 1.0, True, False, {}
        note = "That is not possible. "
        if a.isdecimal() and len(a) < 5:
            note = "It is more. " if int(a) < self.n else "It is less. "
            if int(a) < self.n:
                self.lo = max(self.lo, int(a))
            else:
                self.hi = min(self.hi, int(a))
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return f"Try {self.n - 3} to {self.n + 3 - 1}."
    def solution(self):
        return [str(self.n)]
