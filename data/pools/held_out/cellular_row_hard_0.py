import random, re
class TramDepotRingEnv:
    """Tram Depot Ring
    Write how a ring of cells changes by its rule."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i, self.rows = 1, []
        while len({str(r) for r in self.rows}) < 4:
            self.rows = [[rng.randint(0, 1) for i in range(7)]]
            for i in range(3):
                self.rows.append(self.after(self.rows[-1]))
        self.plan = [" ".join(map(str, r)) for r in self.rows[1:]]
        return "7 brake cells form a ring: the first and the last are neighbours. Reply the next row, 3 times, as \\boxed{1 0 0 1 0 1 1}. " + self.show(), {}
    def after(self, r):
        n = len(r)
        return [r[i - 1] ^ r[(i + 1) % n] for i in range(n)]
    def show(self):
        return f"One rule: 0 0 0 0 0 1 0 becomes 0 0 0 0 1 0 1. Row {self.i}: {' '.join(map(str, self.rows[self.i - 1]))}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a.split() == self.plan[self.i - 1].split():
            self.i += 1
            note = "Correct. "
        elif a:
            note = "No. "
        if self.i == 4:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Rows to come: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
