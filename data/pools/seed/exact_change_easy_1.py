import random, re
class KilnShedSumEnv:
    """Kiln Shed Sum
    Add 2 numbers from a list to reach a sum at the kiln shed."""
    def __init__(self, max_turns=2, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.list = sorted(rng.sample(range(2, 14), 8), reverse=True)
        self.s = rng.sample(self.list, 2)
        while sum(self.s) in self.list:
            self.s = rng.sample(self.list, 2)
        self.left = sum(self.s)
        return "Join pieces of cone at the kiln shed to the exact length. Take 2, one a turn, with \\boxed{length}. " + self.show(), {}
    def show(self):
        return f"Missing length: {self.left}. Pieces: {' '.join(map(str, self.list))}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a in map(str, self.list):
            note = "Over the total. "
            if int(a) <= self.left:
                self.left -= int(a)
                self.list.remove(int(a))
                note = f"{a} is in. "
        if self.left == 0:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Take " + " and ".join(map(str, self.s)) + "."
    def solution(self):
        return [str(n) for n in self.s]
