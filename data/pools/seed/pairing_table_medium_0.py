import random, re
class MapOfficeOwnersEnv:
    """Map Office Owners
    Pair people and things for the drawer."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        n, x = rng.sample(["eva", "ada", "ole", "max", "una"], 5), rng.sample(["ruler", "island", "lake", "ink", "border"], 5)
        pairs = [f"{n[i]} {x[j]}" for i in range(5) for j in range(i)]
        self.s = [f"{p} {y}" for p, y in zip(n, x)]
        self.may = self.s + rng.sample(pairs, 9)
        self.n, self.x = rng.sample(n, 5), rng.sample(x, 5)
        return "Each of these people owns one thing. Tell the drawer who owns what. Reply \\boxed{eva ruler} for a pair. " + self.show(), {}
    def show(self):
        rows = [' '.join([n, 'not'] + [x for x in self.x if f'{n} {x}' not in self.may]) for n in self.n]
        return f"Unsettled: {' '.join(self.x)}. Table: {', '.join(rows)}."
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
            note = "Correct. "
        if not self.n:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Pairs: " + ", ".join(self.s) + "."
    def solution(self):
        return list(self.s)
