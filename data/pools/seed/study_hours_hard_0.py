import random, re
class IceLessonsEnv:
    """Ice Lessons
    Spend each hour where it gains most."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names = rng.sample(["sheet", "ruler", "square", "ice", "turn"], 5)
        self.gain = dict(zip(names, rng.sample(range(8, 24), 5)))
        self.drop = {n: rng.randint(2, 9) for n in names}
        worth = [(self.gain[n] - k * self.drop[n], -k, n) for n in names for k in range(6)]
        best = sorted(worth)[-6:][::-1]
        self.plan, self.left, self.need = [w[2] for w in best], 6, sum(w[0] for w in best)
        return "Divide 6 hours well. Answer \\boxed{sheet} to spend one there; its next gain shrinks. " + self.show(), {}
    def show(self):
        gains = ", ".join(f"{n} {g}" for n, g in self.gain.items())
        return f"Gain now: {gains}. Hours left {self.left}, still needed {self.need}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.gain:
            self.need, self.left = self.need - self.gain[a], self.left - 1
            self.gain[a] = self.gain[a] - self.drop[a]
            note = "Good work. "
        if self.left == 0:
            return ("Success.", 1.0, True, False, {}) if self.need <= 0 else ("Too little was gained.", 0.0, True, False, {})
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Spend them on " + ", then ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
