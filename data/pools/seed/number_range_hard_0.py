import random, re
class SnowPloughDepotNumberEnv:
    """Snow Plough Depot Number
    Find the hidden street number by halving a range."""
    def __init__(self, max_turns=9, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.lo = rng.randint(62, 77)
        self.hi = self.lo + 416
        self.n = rng.randint(self.lo + 1, self.hi - 1)
        return "Find the street number that the driver chose at the snow plough depot. Answer as \\boxed{number}. " + self.show(), {}
    def show(self):
        return f"The number is between {self.lo} and {self.hi}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        if a == str(self.n):
            return "All done, you win.", 1.0, True, False, {}
        note = "No such choice. "
        if a.isdecimal() and len(a) < 5:
            note = "Too low. " if int(a) < self.n else "Too high. "
            if int(a) < self.n:
                self.lo = max(self.lo, int(a))
            else:
                self.hi = min(self.hi, int(a))
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return f"The number is {self.n}."
    def solution(self):
        return [str(self.n)]
