import random, re
class LineSearchEnv:
    """Line Search
    Each answer says if the line number is higher or lower."""
    def __init__(self, max_turns=9, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.lo = rng.randint(62, 73)
        self.hi = self.lo + 452
        self.n = rng.randint(self.lo + 1, self.hi - 1)
        return "A line at the sun dial carries a hidden number. Answer as \\boxed{number}. " + self.show(), {}
    def show(self):
        return f"The number is between {self.lo} and {self.hi}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        if a == str(self.n):
            return "That is it, you win.", 1.0, True, False, {}
        note = "Not a usable reply. "
        if a.isdecimal() and len(a) < 5:
            note = "Go up. " if int(a) < self.n else "Go down. "
            if int(a) < self.n:
                self.lo = max(self.lo, int(a))
            else:
                self.hi = min(self.hi, int(a))
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return f"The line number is {self.n}."
    def solution(self):
        return [str(self.n)]
