import random, re
class BallNextEnv:
    """Ball Next
    Find the pattern of each row in the falling ball board."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.good = 0
        self.rows = []
        for r in range(self.max_turns):
            opts = rng.sample("akps", 4)
            p = rng.choice([2, 3, 4])
            unit = rng.sample(opts, p)
            row = [unit[j % p] for j in range(2 * p + 1 + rng.randrange(p))]
            self.rows.append((row, opts))
        return "Each row repeats. Give the next item. You need 3. Write \\boxed{a}. " + self.show(), {}
    def show(self):
        if self.t >= self.max_turns:
            return "No row is left."
        row, opts = self.rows[self.t]
        return f"Row {self.t + 1}: {' '.join(row[:-1])} ? Pick: {' '.join(opts)}. Right {self.good} of 3."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        key = self.rows[self.t - 1][0][-1]
        self.good += a == key
        note = "Correct. " if a == key else f"Wrong, {key} was next. "
        if self.good == 3:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "next " + ", ".join(f"{i + 1} {x[0][-1]}" for i, x in enumerate(self.rows)) + "."
    def solution(self):
        return [row[-1] for row, opts in self.rows[:3]]
