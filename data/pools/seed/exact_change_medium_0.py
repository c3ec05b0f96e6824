import random, re
class RoadTotalEnv:
    """Road Total
    Reach the exact total and never go over it."""
    def __init__(self, max_turns=2, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.list = sorted(rng.sample(range(2, 20), 9))
        self.s = rng.sample(self.list, 2)
        while sum(self.s) in self.list:
            self.s = rng.sample(self.list, 2)
        self.left = sum(self.s)
        return "Pay the engineer at the road lights the exact sum for a road. Choose one each turn, 2 in all: \\boxed{price}. " + self.show(), {}
    def show(self):
        return f"Left to pay: {self.left}. Prices: {' '.join(map(str, self.list))}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        if a in map(str, self.list):
            note = "That is too much. "
            if int(a) <= self.left:
                self.left -= int(a)
                self.list.remove(int(a))
                note = f"{a} is in. "
        if self.left == 0:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "The sum is " + " + ".join(map(str, self.s)) + "."
    def solution(self):
        return [str(n) for n in self.s]
