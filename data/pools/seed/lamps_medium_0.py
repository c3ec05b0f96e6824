import random, re
class TowerShadowCourtLampsEnv:
    """Tower Shadow Court Lamps
    Each press changes that place and both neighbours."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.n = 6
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.on = [True] * self.n
        self.s = sorted(rng.sample(range(1, self.n + 1), 3))
        for i in self.s:
            self.press(i - 1)
        return "All 6 tower switches must be up. Pressing one changes that place and both neighbours. Press with \\boxed{number}. " + self.show(), {}
    def press(self, i):
        for j in (i - 1, i, i + 1):
            if 0 <= j < self.n:
                self.on[j] = not self.on[j]
    def show(self):
        return " ".join(f"{i + 1} {'up' if v else 'down'}" for i, v in enumerate(self.on))
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a in map(str, range(1, self.n + 1)):
            self.press(int(a) - 1)
            note = f"Pressed {a}. "
        if all(self.on):
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Press " + ", ".join(map(str, self.s)) + "."
    def solution(self):
        return [str(i) for i in self.s]
