import random, re
class SkySumEnv:
    """Sky Sum
    Add 2 numbers from a list to reach a sum at the balloon club."""
    def __init__(self, max_turns=2, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.list = sorted(rng.sample(range(2, 23), 8))
        self.s = rng.sample(self.list, 2)
        while sum(self.s) in self.list:
            self.s = rng.sample(self.list, 2)
        self.left = sum(self.s)
        return "Join pieces of sky at the balloon club to the exact length. Choose one each turn, 2 in all: \\boxed{length}. " + self.show(), {}
    def show(self):
        return f"Missing length: {self.left}. Pieces: {' '.join(map(str, self.list))}."
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
                note = "Added. "
        if self.left == 0:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Take " + " and ".join(map(str, self.s)) + "."
    def solution(self):
        return [str(n) for n in self.s]
