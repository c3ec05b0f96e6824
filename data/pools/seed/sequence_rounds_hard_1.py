import random, re
class CardTableNextEnv:
    """Card Table Next
    Continue each row that the dealer began."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.good = 0
        self.rows = []
        for r in range(self.max_turns):
            i, k = rng.randrange(1, 9), rng.choice([3, 4])
            row = [str(i + k * j) for j in range(4)]
            low = int(row[-1]) - rng.randrange(4)
            opts = [str(low + j) for j in range(4)]
            self.rows.append((row, opts))
        return "The dealer writes. Give the number that follows evenly. Get 3 right. Reply \\boxed{7}. " + self.show(), {}
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
        note = "Correct. " if a == key else f"No, it was {key}. "
        if self.good == 3:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "next " + ", ".join(f"{i + 1} {x[0][-1]}" for i, x in enumerate(self.rows)) + "."
    def solution(self):
        return [row[-1] for row, opts in self.rows[:3]]
