import random, re
class VinegarNumberEnv:
    """Vinegar Number
    Find the hidden vinegar number by halving a range."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.lo = rng.randint(5, 23)
        self.hi = self.lo + 100
        self.n = rng.randint(self.lo + 1, self.hi - 1)
        return "Find the vinegar number that the maker chose at the vinegar loft. Answer as \\boxed{number}. " + self.show(), {}
    def show(self):
        return f"It is above {self.lo} and below {self.hi}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        if a == str(self.n):
            return "That is it, you win.", 1.0, True, False, {}
        note = "Not a usable reply. "
        if a.isdecimal() and len(a) < 5:
            note = "Higher. " if int(a) < self.n else "Lower. "
            if int(a) < self.n:
                self.lo = max(self.lo, int(a))
            else:
                self.hi = min(self.hi, int(a))
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return f"The vinegar number is {self.n}."
    def solution(self):
        return [str(self.n)]
