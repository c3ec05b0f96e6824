import random, re
class RubberShedWeaveEnv:
    """Rubber Shed Weave
    Find how a cloth repeats and fill its gaps."""
    def __init__(self, max_turns=9, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        yarn = rng.sample(["cup", "band", "frost", "bark", "juice", "tree"], 6)
        self.cloth = [[yarn[r % 2 * 3 + c % 3] for c in range(5)] for r in range(4)]
        spots = sorted(rng.sample(range(10, 20), 6))
        self.gaps = [divmod(spot, 5) for spot in spots]
        self.plan = [self.cloth[r][c] for r, c in self.gaps]
        return "The worker left gaps in a patterned cloth. Fill the first gap: \\boxed{cup}. " + self.show(), {}
    def show(self):
        rows = [list(row) for row in self.cloth]
        for r, c in self.gaps:
            rows[r][c] = "?"
        return " ".join(f"Line {r + 1}: {' '.join(row)}." for r, row in enumerate(rows))
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        r, c = self.gaps[0]
        note = "No. "
        if a == self.cloth[r][c]:
            self.gaps.pop(0)
            note = "Yes. "
        if not self.gaps:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "First " + ", next ".join(self.plan) + "."
    def solution(self):
        return self.plan
