import random, re
class SwapShopPatternEnv:
    """Swap Shop Pattern
    Say what comes next in each line of the swap shop."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.good = 0
        self.rows = []
        for r in range(self.max_turns):
            opts = rng.sample(["chair", "list", "book", "wall"], 4)
            i, k = rng.randrange(4), rng.choice([1, -1])
            row = [opts[(i + k * j) % 4] for j in range(4)]
            self.rows.append((row, opts))
        return "Each row walks round the choices, the first follows the last. Get 3 right. Send \\boxed{chair}. " + self.show(), {}
    def show(self):
        if self.t >= self.max_turns:
            return "No line is left."
        row, opts = self.rows[self.t]
        return f"Line {self.t + 1}: {' '.join(row[:-1])} ? Pick: {' '.join(opts)}. Right {self.good} of 3."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        key = self.rows[self.t - 1][0][-1]
        self.good += a == key
        note = "Good. " if a == key else f"No, it was {key}. "
        if self.good == 3:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return ", ".join(f"line {i + 1} {x[0][-1]}" for i, x in enumerate(self.rows)) + "."
    def solution(self):
        return [row[-1] for row, opts in self.rows[:3]]
