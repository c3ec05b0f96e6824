import random, re
class StoneAddingEnv:
    """Stone Adding
    Reach the exact total and never go over it."""
    def __init__(self, max_turns=2, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.list = sorted(rng.sample(range(2, 20), 8), reverse=True)
        self.s = rng.sample(self.list, 2)
        while sum(self.s) in self.list:
            self.s = rng.sample(self.list, 2)
        self.left = sum(self.s)
        return "Join pieces of stone at the ant hill to the exact length. Take 2, one a turn, with \\boxed{length}. " + self.show(), {}
    def show(self):
        return f"Missing length: {self.left}. Pieces: {' '.join(map(str, self.list))}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a in map(str, self.list):
            note = "Too big, it goes back. "
            if int(a) <= self.left:
                self.left -= int(a)
                self.list.remove(int(a))
                note = "Taken. "
        if self.left == 0:
            return "All done, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Take " + " and ".join(map(str, self.s)) + "."
    def solution(self):
        return [str(n) for n in self.s]
