import random, re
class AccessListFormatRowEnv:
    """Access List Format Row
    The warden watches 5 cells on a ring."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i, self.rows = 1, []
        while len({str(r) for r in self.rows}) < 4:
            self.rows = [[rng.randint(0, 1) for i in range(5)]]
            for i in range(3):
                self.rows.append(self.after(self.rows[-1]))
        self.plan = [" ".join(map(str, r)) for r in self.rows[1:]]
        return "A ring of 5 cells at the access list format (the ends touch). Send the next row, 3 times, as \\boxed{1 0 0 1 0}. " + self.show(), {}
    def after(self, r):
        n = len(r)
        return [1 - r[i - 1] for i in range(n)]
    def show(self):
        return f"Each cell becomes the opposite of its left neighbour. Row {self.i}: {' '.join(map(str, self.rows[self.i - 1]))}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a.split() == self.plan[self.i - 1].split():
            self.i += 1
            note = "Right. "
        elif a:
            note = "Wrong. "
        if self.i == 4:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "In turn: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
