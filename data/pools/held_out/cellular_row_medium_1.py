import random, re
class PrismRowEnv:
    """Prism Row
    The watcher watches 5 cells on a ring."""
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
        return "A ring of 5 cells at the night sky post (the ends touch). Send the next row, 3 times, as \\boxed{1 0 0 1 0}. " + self.show(), {}
    def after(self, r):
        n = len(r)
        return [r[i - 1] ^ r[(i + 1) % n] for i in range(n)]
    def show(self):
        return f"A cell is 1 when its two neighbours were unlike, else 0. Row {self.i}: {' '.join(map(str, self.rows[self.i - 1]))}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a.split() == self.plan[self.i - 1].split():
            self.i += 1
            note = "Correct. "
        elif a:
            note = "Not so. "
        if self.i == 4:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "In turn: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
