import random, re
class AirWhoHasWhatEnv:
    """Air Who Has What
    Each guest of the fern wall owns one thing."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        n, x = rng.sample(["dov", "eva", "ben", "gus"], 4), rng.sample(["soil", "leaf", "heart", "wall"], 4)
        pairs = [f"{n[i]} {x[j]}" for i in range(4) for j in range(i)]
        self.s = [f"{p} {y}" for p, y in zip(n, x)]
        self.may = self.s + rng.sample(pairs, 5)
        self.n, self.x = rng.sample(n, 4), rng.sample(x, 4)
        return "Everyone owns one thing. Name a pair when only one is possible. Send \\boxed{dov soil} for a pair. " + self.show(), {}
    def show(self):
        rows = [f"{n}: {' '.join(x for x in self.x if f'{n} {x}' in self.may)}" for n in self.n]
        return f"Left: {' '.join(self.x)}. Sheet: {', '.join(rows)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        n, x = (a.split() + ["", ""])[:2]
        if n in self.n and x in self.x:
            if f"{n} {x}" not in self.s:
                return "Not the owner.", 0.0, True, False, {}
            self.n.remove(n)
            self.x.remove(x)
            note = "Good. "
        if not self.n:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Settle " + ", then ".join(self.s) + "."
    def solution(self):
        return list(self.s)
