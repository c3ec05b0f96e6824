import random, re
class MorseHutLampsEnv:
    """Morse Hut Lamps
    Switch every cell to lit by pressing."""
    def __init__(self, max_turns=3, **kwargs):
        self.max_turns = max_turns
        self.n = 7
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.on = [True] * self.n
        self.s = sorted(rng.sample(range(1, self.n + 1), 2))
        for i in self.s:
            self.press(i - 1)
        return "All 7 cell switches must be lit. Each press turns that place and the one before. Press with \\boxed{number}. " + self.show(), {}
    def press(self, i):
        for j in (i - 1, i):
            if 0 <= j < self.n:
                self.on[j] = not self.on[j]
    def show(self):
        return " ".join(f"{i + 1} {'lit' if v else 'dark'}" for i, v in enumerate(self.on))
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a in map(str, range(1, self.n + 1)):
            self.press(int(a) - 1)
            note = f"Pressed {a}. "
        if all(self.on):
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Press " + ", ".join(map(str, self.s)) + "."
    def solution(self):
        return [str(i) for i in self.s]
