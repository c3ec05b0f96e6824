import random, re
class AshLightsEnv:
    """Ash Lights
    Switch every ash to lit by pressing."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.n = 7
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.on = [True] * self.n
        self.s = sorted(rng.sample(range(1, self.n + 1), 4))
        for i in self.s:
            self.press(i - 1)
        return "Make the whole ash row at the ice core shed lit. Each press turns that place and both neighbours in a ring. Send \\boxed{number} to press. " + self.show(), {}
    def press(self, i):
        for j in ((i - 1) % self.n, i, (i + 1) % self.n):
            if 0 <= j < self.n:
                self.on[j] = not self.on[j]
    def show(self):
        return " ".join(f"{i + 1} {'lit' if v else 'dark'}" for i, v in enumerate(self.on))
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in map(str, range(1, self.n + 1)):
            self.press(int(a) - 1)
            note = f"Done. "
        if all(self.on):
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Use " + " and ".join(map(str, self.s)) + ", each once."
    def solution(self):
        return [str(i) for i in self.s]
