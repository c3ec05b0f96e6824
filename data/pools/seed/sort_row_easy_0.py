import random, re
class KettleDeskOrderEnv:
    """Kettle Desk Order
    Sort a row by swapping neighbours, largest first."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.names = {v: str(v) for v in range(1, 14)}
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.row = sorted(rng.sample(sorted(self.names), 5), reverse=True)
        self.goal = list(self.row)
        self.s = []
        while len(self.s) < 3:
            i = rng.randrange(5 - 1)
            if self.row[i] > self.row[i + 1]:
                self.swap(i)
                self.s.insert(0, self.pairs()[i])
        return "Put the kettle row at the kettle desk in order, largest first. Reply \\boxed{left right} to swap neighbours. " + self.show(), {}
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
        note = "That is not possible. "
        if a in self.pairs():
            self.swap(self.pairs().index(a))
            note = f"Swapped {a}. "
        if self.row == self.goal:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Swaps: " + ", ".join(self.s) + "."
    def solution(self):
        return self.s
