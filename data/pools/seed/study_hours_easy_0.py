import random, re
class MapStudyPlanEnv:
    """Map Study Plan
    Gains shrink as hours are spent."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names = rng.sample(["camp", "radio", "smoke", "tower", "sight", "fire"], 5)
        self.gain = dict(zip(names, rng.sample(range(8, 18), 5)))
        self.drop = {n: rng.randint(3, 5) for n in names}
        worth = [(self.gain[n] - k * self.drop[n], -k, n) for n in names for k in range(5)]
        best = sorted(worth)[-5:][::-1]
        self.plan, self.left, self.need = [w[2] for w in best], 5, sum(w[0] for w in best)
        return "Spend 5 hours of work at the fire tower. Reply \\boxed{camp} to spend one there; its next gain shrinks. " + self.show(), {}
    def show(self):
        gains = ", ".join(f"{n} {g}" for n, g in self.gain.items())
        return f"Gain now: {gains}. Hours left {self.left}, still needed {self.need}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a in self.gain:
            self.need, self.left = self.need - self.gain[a], self.left - 1
            self.gain[a] = self.gain[a] - self.drop[a]
            note = "One hour spent. "
        if self.left == 0:
            return ("Well done.", 1.0, True, False, {}) if self.need <= 0 else ("The time is over.", 0.0, True, False, {})
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Hours: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
