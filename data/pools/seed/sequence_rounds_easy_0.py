import random, re
class RailSequenceEnv:
    """Rail Sequence
    Find the pattern of each list in the ski lift."""
    def __init__(self, max_turns=3, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.good = 0
        self.rows = []
        for r in range(self.max_turns):
            i, k = rng.randrange(1, 9), rng.choice([1])
            row = [str(i + k * j) for j in range(5)]
            low = int(row[-1]) - rng.randrange(4)
            opts = [str(low + j) for j in range(4)]
            self.rows.append((row, opts))
        return "Each row changes evenly. Say the next number. Write \\boxed{7}. " + self.show(), {}
    def show(self):
        if self.t >= self.max_turns:
            return "No list is left."
        row, opts = self.rows[self.t]
        return f"List {self.t + 1}: {' '.join(row[:-1])} ? Options: {' '.join(opts)}. Right {self.good} of 3."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        key = self.rows[self.t - 1][0][-1]
        if a != key:
            return f"Wrong, {key} was next. ", 0.0, True, False, {}
        self.good += 1
        note = "Good. "
        if self.good == 3:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return ", ".join(f"list {i + 1} {x[0][-1]}" for i, x in enumerate(self.rows)) + "."
    def solution(self):
        return [row[-1] for row, opts in self.rows[:3]]
