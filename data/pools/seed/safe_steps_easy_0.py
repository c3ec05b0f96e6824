import itertools, random, re
class RowSnaresEnv:
    """Row Snares
    Open all cells but the snares."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = list("pqrstuvw")
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        seen = []
        while len(seen) < 6:
            self.traps = rng.sample(range(8), 2)
            self.open = rng.sample([c for c in range(8) if c not in self.traps], 2)
            seen = self.open[:]
            while self.safe(seen):
                seen += self.safe(seen)
        self.s = [self.names[c] for c in seen[2:]]
        return "Numbers count snares beside. Open the rest. Reply \\boxed{p} to open one. " + self.show(), {}
    def row(self, traps, seen):
        return [(c - 1 in traps) + (c + 1 in traps) if c in seen else "?" for c in range(8)]
    def safe(self, seen):
        row = self.row(self.traps, seen)
        shut = [c for c in range(8) if c not in seen]
        fits = [t for t in itertools.combinations(shut, 2) if self.row(t, seen) == row]
        return [c for c in shut if not any(c in t for t in fits)]
    def show(self):
        row = ", ".join(f"{n} {v}" for n, v in zip(self.names, self.row(self.traps, self.open)))
        return f"Cells: {row}. 2 snares."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a in self.names:
            c = self.names.index(a)
            if c in self.traps:
                return "You hit a snare.", 0.0, True, False, {}
            self.open.append(c)
            note = "Safe. "
        if len(set(self.open)) == 6:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Open " + ", then ".join(self.s) + "."
    def solution(self):
        return list(self.s)
