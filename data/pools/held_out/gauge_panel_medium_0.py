import random, re
class FallsEdgeHandlesEnv:
    """Falls Edge Handles
    Bring all gauges to their marks with unlabelled handles."""
    def __init__(self, max_turns=10, **kwargs):
        self.max_turns = max_turns
        self.gauges = ["speed", "height", "power"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.names = rng.sample(["edge", "stream", "nail", "roof", "pool"], 3)
        self.effects = {n: [rng.choice([-2, -1, 1, 2]) * (j != i % 3) for j in range(3)] for i, n in enumerate(self.names)}
        x, y = rng.sample(self.names[:3], 2)
        k = rng.randint(1, 4 - 1)
        self.plan = [x + rng.choice([" up", " down"])] * k + [y + rng.choice([" up", " down"])] * (4 - k)
        self.known = {}
        self.names.sort()
        self.now = self.goal = [rng.randint(8, 12) for i in range(3)]
        for p in self.plan:
            self.goal = self.move(self.goal, p)
        return "Bring every gauge to its mark. What each wheel does is unknown. Reply \\boxed{edge up} or \\boxed{edge down}; down undoes up. " + self.show(), {}
    def move(self, at, p):
        n, way = p.split()
        return [v + e * (1 if way == "up" else -1) for v, e in zip(at, self.effects[n])]
    def show(self):
        now = ", ".join(f"{g} {v} of {w}" for g, v, w in zip(self.gauges, self.now, self.goal))
        up = ", ".join(f"{n} {' '.join(map(str, self.known.get(n, '?')))}" for n in self.names)
        return f"Dials: {now}. Up adds: {up}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in [n + way for n in self.names for way in (" up", " down")]:
            self.now = self.move(self.now, a)
            self.known[a.split()[0]] = self.effects[a.split()[0]]
            note = "The needles move. "
        if self.now == self.goal:
            return "All done, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Do this: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
