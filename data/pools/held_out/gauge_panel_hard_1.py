import random, re
class NightHandlesEnv:
    """Night Handles
    Each handle has effects of its own; find and use them."""
    def __init__(self, max_turns=12, **kwargs):
        self.max_turns = max_turns
        self.gauges = ["heat", "flow", "light"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.names = rng.sample(["night", "hall", "ball", "door", "star", "arrow"], 4)
        self.effects = {n: [rng.choice([-2, -1, 1, 2]) * (j != i % 3) for j in range(3)] for i, n in enumerate(self.names)}
        x, y = rng.sample(self.names[:3], 2)
        k = rng.randint(1, 4 - 1)
        self.plan = [x + rng.choice([" up", " down"])] * k + [y + rng.choice([" up", " down"])] * (4 - k)
        self.known = {}
        self.names.sort()
        self.now = self.goal = [rng.randint(8, 12) for i in range(3)]
        for p in self.plan:
            self.goal = self.move(self.goal, p)
        return "At the star theatre nobody knows what each valve moves. All gauges must reach their marks. Send \\boxed{night up} or \\boxed{night down}; down undoes up. " + self.show(), {}
    def move(self, at, p):
        n, way = p.split()
        return [v + e * (1 if way == "up" else -1) for v, e in zip(at, self.effects[n])]
    def show(self):
        now = ", ".join(f"{g} {v} of {w}" for g, v, w in zip(self.gauges, self.now, self.goal))
        up = ", ".join(f"{n} {' '.join(map(str, self.known.get(n, '?')))}" for n in self.names)
        return f"Gauges: {now}. Up adds: {up}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a in [n + way for n in self.names for way in (" up", " down")]:
            self.now = self.move(self.now, a)
            self.known[a.split()[0]] = self.effects[a.split()[0]]
            note = "The needles move. "
        if self.now == self.goal:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Do this: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
