import random, re
class MushroomRoomLinesEnv:
    """Mushroom Room Lines
    Say what comes next in each line of the mushroom room."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.good = 0
        self.rows = []
        for r in range(self.max_turns):
            opts = rng.sample(["body", "log", "mushroom", "wood", "bag"], 5)
            i, k = rng.randrange(5), rng.choice([2])
            row = [opts[(i + k * j) % 5] for j in range(4)]
            self.rows.append((row, opts))
        return "The grower writes. Each row walks round the choices, the first follows the last. You need 3. Write \\boxed{body}. " + self.show(), {}
    def show(self):
        if self.t >= self.max_turns:
            return "No line is left."
        row, opts = self.rows[self.t]
        return f"Line {self.t + 1}: {' '.join(row[:-1])} ? Choose: {' '.join(opts)}. Right {self.good} of 3."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        key = self.rows[self.t - 1][0][-1]
        self.good += a == key
        note = "Right. " if a == key else "Wrong. "
        if self.good == 3:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return ", ".join(f"line {i + 1} {x[0][-1]}" for i, x in enumerate(self.rows)) + "."
    def solution(self):
        return [row[-1] for row, opts in self.rows[:3]]
