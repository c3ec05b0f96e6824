import random, re
class PeatAddingEnv:
    """Peat Adding
    Choose peat numbers that add up to an exact total."""
    def __init__(self, max_turns=3, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.list = sorted(rng.sample(range(2, 23), 8))
        self.s = rng.sample(self.list, 3)
        while sum(self.s) in self.list:
            self.s = rng.sample(self.list, 3)
        self.left = sum(self.s)
        return "Pay the ranger at the marsh path the exact sum for a peat. Take 3, one a turn, with \\boxed{price}. " + self.show(), {}
    def show(self):
        return f"Left to pay: {self.left}. Prices: {' '.join(map(str, self.list))}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in map(str, self.list):
            note = "Too big, it goes back. "
            if int(a) <= self.left:
                self.left -= int(a)
                self.list.remove(int(a))
                note = "Fine. "
        if self.left == 0:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Use " + ", ".join(map(str, self.s)) + "."
    def solution(self):
        return [str(n) for n in self.s]
