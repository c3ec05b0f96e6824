import random, re
class TransferTotalEnv:
    """Transfer Total
    Choose transfer numbers that add up to an exact total."""
    def __init__(self, max_turns=3, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.list = sorted(rng.sample(range(2, 30), 9), reverse=True)
        self.s = rng.sample(self.list, 3)
        while sum(self.s) in self.list:
            self.s = rng.sample(self.list, 3)
        self.left = sum(self.s)
        return "Load the transfer at the transfer call to the exact weight. Use 3 of them, one a turn. Reply \\boxed{weight}. " + self.show(), {}
    def show(self):
        return f"Missing weight: {self.left}. Weights: {' '.join(map(str, self.list))}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a in map(str, self.list):
            note = "Too big, it goes back. "
            if int(a) <= self.left:
                self.left -= int(a)
                self.list.remove(int(a))
                note = "Taken. "
        if self.left == 0:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "The sum is " + " + ".join(map(str, self.s)) + "."
    def solution(self):
        return [str(n) for n in self.s]
