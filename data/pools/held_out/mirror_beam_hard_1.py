import random, re
class NorthLightCampBeamEnv:
    """North Light Camp Beam
    Follow a beam from mirror to mirror at the north light camp."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i, self.hits = 0, []
        cells = [r + c for r in "abcd" for c in "1234"]
        while len(self.hits) < 4:
            self.mirrors = {c: rng.choice("/\\") for c in sorted(rng.sample(cells, 7))}
            self.row = rng.randint(0, 3)
            self.hits = self.trace()
        self.plan = [h[0] for h in self.hits]
        return "A beam crosses rows a to d (down) and columns 1 to 4 (right). / turns right to up, \\ turns right to down. Reply the next 4 mirrors, one a turn, as \\boxed{b3}. " + self.show(), {}
    def trace(self):
        r, c, dr, dc, hits = self.row, -1, 0, 1, []
        while 0 <= r + dr < 4 and 0 <= c + dc < 4 and len(hits) < 4:
            r, c = r + dr, c + dc
            k = "abcd"[r] + "1234"[c]
            if k in self.mirrors:
                dr, dc = (-dc, -dr) if self.mirrors[k] == "/" else (dc, dr)
                hits.append((k, {(-1, 0): "up", (1, 0): "down", (0, 1): "right", (0, -1): "left"}[dr, dc]))
        return hits
    def show(self):
        k, way = ([("abcd"[self.row] + "0", "right")] + self.hits)[self.i]
        mirrors = ", ".join(f"{c} {m}" for c, m in self.mirrors.items())
        return f"On the table: {mirrors}. Beam at {k}{', going right' if self.i == 0 else ''}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a == self.plan[self.i]:
            self.i += 1
            note = "Correct. "
        elif a in self.mirrors:
            return "It misses that one.", 0.0, True, False, {}
        if self.i == 4:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Mirrors: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
