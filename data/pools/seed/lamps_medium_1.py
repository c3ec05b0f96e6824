import random, re
class CrackRowEnv:
    """Crack Row
    A switch puzzle with 7 places at the quarry."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.n = 7
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.on = [True] * self.n
        self.s = sorted(rng.sample(range(1, self.n + 1), 3))
        for i in self.s:
            self.press(i - 1)
        return "Turn every crack warm at the quarry. Each press turns that place and both neighbours. Press with \\boxed{number}. " + self.show(), {}
    def press(self, i):
        for j in (i - 1, i, i + 1):
            if 0 <= j < self.n:
                self.on[j] = not self.on[j]
    def show(self):
        return " ".join(f"{i + 1} {'warm' if v else 'cold'}" for i, v in enumerate(self.on))
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a in map(str, range(1, self.n + 1)):
            self.press(int(a) - 1)
            note = f"Done. "
        if all(self.on):
            return "All done, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return f"Leave all but these alone: {self.s}"
    def solution(self):
        return [str(i) for i in self.s]
