import random, re
class ShapePracticeEnv:
    """Shape Practice
    Gains shrink as hours are spent."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names = rng.sample(["star", "clock", "planet", "shadow", "road", "shape"], 5)
        self.gain = dict(zip(names, rng.sample(range(8, 18), 5)))
        self.drop = {n: rng.randint(2, 6) for n in names}
        worth = [(self.gain[n] - k * self.drop[n], -k, n) for n in names for k in range(5)]
        best = sorted(worth)[-5:][::-1]
        self.plan, self.left, self.need = [w[2] for w in best], 5, sum(w[0] for w in best)
        return "Spend 5 hours of work at the star shadow line. Answer \\boxed{star} to spend one there; its next gain shrinks. " + self.show(), {}
    def show(self):
        gains = ", ".join(f"{n} {g}" for n, g in self.gain.items())
        return f"Worth now: {gains}. Hours {self.left}, still needed {self.need}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a in self.gain:
            self.need, self.left = self.need - self.gain[a], self.left - 1
            self.gain[a] = self.gain[a] - self.drop[a]
            note = "Gained. "
        if self.left == 0:
            return ("Good work.", 1.0, True, False, {}) if self.need <= 0 else ("Not enough.", 0.0, True, False, {})
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Hours: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
