import random, re
class WeldShopCellsEnv:
    """Weld Shop Cells
    Cells at the weld shop change all at once; foresee them."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i, self.rows = 1, []
        while len({str(r) for r in self.rows}) < 4:
            self.rows = [[rng.randint(0, 1) for i in range(4)]]
            for i in range(3):
                self.rows.append(self.after(self.rows[-1]))
        self.plan = [" ".join(map(str, r)) for r in self.rows[1:]]
        return "4 spot cells form a ring: the first and the last are neighbours. Reply the next row, 3 times, as \\boxed{1 0 0 1}. " + self.show(), {}
    def after(self, r):
        n = len(r)
        return [r[(i + 1) % n] for i in range(n)]
    def show(self):
        return f"Each cell becomes what its right neighbour was. Time {self.i}: {' '.join(map(str, self.rows[self.i - 1]))}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        if a.split() == self.plan[self.i - 1].split():
            self.i += 1
            note = "Right. "
        elif a:
            note = "Wrong. "
        if self.i == 4:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "In turn: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
