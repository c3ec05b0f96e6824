import random, re
class StarColourClassEliminationEnv:
    """Star Colour Class Elimination
    Find who owns what by ruling out the rest."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        n, x = rng.sample(["nia", "kai", "ivo", "una", "lea"], 5), rng.sample(["dot", "lens", "star", "nail", "fire"], 5)
        pairs = [f"{n[i]} {x[j]}" for i in range(5) for j in range(i)]
        self.s = [f"{p} {y}" for p, y in zip(n, x)]
        self.may = self.s + rng.sample(pairs, 9)
        self.n, self.x = rng.sample(n, 5), rng.sample(x, 5)
        return "Find the owner of each thing from the star colour class. No errors. Answer \\boxed{nia dot} for a pair. " + self.show(), {}
    def show(self):
        rows = [' '.join([x, 'not'] + [n for n in self.n if f'{n} {x}' not in self.may]) for x in self.x]
        return f"Left: {' '.join(self.n)}. Table: {', '.join(rows)}."
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
        return "Pairs: " + ", ".join(self.s) + "."
    def solution(self):
        return list(self.s)
