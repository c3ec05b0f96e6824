import random, re
class RecordRowEnv:
    """Record Row
    Only neighbours change places until the row is sorted."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.names = {x * y: f"{x}*{y}" for x in range(2, 7) for y in range(3, 10)}
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.row = sorted(rng.sample(sorted(self.names), 6))
        self.goal = list(self.row)
        self.s = []
        while len(self.s) < 4:
            i = rng.randrange(6 - 1)
            if self.row[i] < self.row[i + 1]:
                self.swap(i)
                self.s.insert(0, self.pairs()[i])
        return "The clerk at the record merge call wants the record numbers sorted, smallest first. Name two neighbours to swap: \\boxed{left right}. " + self.show(), {}
    def swap(self, i):
        self.row[i], self.row[i + 1] = self.row[i + 1], self.row[i]
    def pairs(self):
        names = [self.names[v] for v in self.row]
        return [f"{x} {y}" for x, y in zip(names, names[1:])]
    def show(self):
        return f"Order: {' '.join(self.names[v] for v in self.row)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.pairs():
            self.swap(self.pairs().index(a))
            note = "Swap done. "
        if self.row == self.goal:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return f"The first swaps are {self.s[0]} and {self.s[1]}."
    def solution(self):
        return self.s
