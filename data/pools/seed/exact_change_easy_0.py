import random, re
class ChickEggShelfTotalEnv:
    """Chick Egg Shelf Total
    Add 2 numbers from a list to reach a sum at the chick egg shelf."""
    def __init__(self, max_turns=2, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.list = sorted(rng.sample(range(2, 15), 8))
        self.s = rng.sample(self.list, 2)
        while sum(self.s) in self.list:
            self.s = rng.sample(self.list, 2)
        self.left = sum(self.s)
        return "The keeper needs spot values with an exact sum. Choose one each turn, 2 in all: \\boxed{value}. " + self.show(), {}
    def show(self):
        return f"Still needed: {self.left}. Values: {' '.join(map(str, self.list))}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in map(str, self.list):
            note = "That is too much. "
            if int(a) <= self.left:
                self.left -= int(a)
                self.list.remove(int(a))
                note = "Added. "
        if self.left == 0:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Use " + ", ".join(map(str, self.s)) + "."
    def solution(self):
        return [str(n) for n in self.s]
