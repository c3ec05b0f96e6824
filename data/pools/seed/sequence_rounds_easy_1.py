import random, re
class WallLinesEnv:
    """Wall Lines
    Continue each line that the engineer began."""
    def __init__(self, max_turns=3, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.good = 0
        self.rows = []
        for r in range(self.max_turns):
            opts = rng.sample(["river", "gate", "rock", "spill", "dam", "weight"], 6)
            i, k = rng.randrange(6), rng.choice([1])
            row = [opts[(i + k * j) % 6] for j in range(4)]
            self.rows.append((row, opts))
        return "In the dam wall. Each row walks round the choices, the first follows the last. Send \\boxed{river}. " + self.show(), {}
    def show(self):
        if self.t >= self.max_turns:
            return "No line is left."
        row, opts = self.rows[self.t]
        return f"Line {self.t + 1}: {' '.join(row[:-1])} ? Options: {' '.join(opts)}. Right {self.good} of 3."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        key = self.rows[self.t - 1][0][-1]
        if a != key:
            return "Wrong. ", 0.0, True, False, {}
        self.good += 1
        note = "Good. "
        if self.good == 3:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "next " + ", ".join(f"{i + 1} {x[0][-1]}" for i, x in enumerate(self.rows)) + "."
    def solution(self):
        return [row[-1] for row, opts in self.rows[:3]]
