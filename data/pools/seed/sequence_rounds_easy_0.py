import random, re
class BobNextEnv:
    """Bob Next
    Continue each line that the mender began."""
    def __init__(self, max_turns=3, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.good = 0
        self.rows = []
        for r in range(self.max_turns):
            opts = rng.sample(["pendulum", "clock", "bob", "anchor", "tooth"], 5)
            i, k = rng.randrange(5), rng.choice([1])
            row = [opts[(i + k * j) % 5] for j in range(5)]
            self.rows.append((row, opts))
        return "Go on round the choices, after the last comes the first. Answer \\boxed{pendulum}. " + self.show(), {}
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
        if a != key:
            return f"No, it was {key}. ", 0.0, True, False, {}
        self.good += 1
        note = "Yes. "
        if self.good == 3:
            return "All done, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "next " + ", ".join(f"{i + 1} {x[0][-1]}" for i, x in enumerate(self.rows)) + "."
    def solution(self):
        return [row[-1] for row, opts in self.rows[:3]]
