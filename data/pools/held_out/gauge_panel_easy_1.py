import random, re
class DustPanelEnv:
    """Dust Panel
    The ranger of the cheetah plain must learn what moves what."""
    def __init__(self, max_turns=9, **kwargs):
        self.max_turns = max_turns
        self.gauges = ["speed", "height"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.names = rng.sample(["cat", "mouth", "tail", "dust", "watch", "bow"], 3)
        self.effects = {n: [rng.choice([-3, -2, 2, 3]) * (j == i % 2) for j in range(2)] for i, n in enumerate(self.names)}
        x, y = rng.sample(self.names[:2], 2)
        k = rng.randint(1, 3 - 1)
        self.plan = [x + rng.choice([" up", " down"])] * k + [y + rng.choice([" up", " down"])] * (3 - k)
        self.known = {}
        self.names.sort()
        self.now = self.goal = [rng.randint(8, 12) for i in range(2)]
        for p in self.plan:
            self.goal = self.move(self.goal, p)
        return "Bring every gauge to its mark. What each valve does is unknown. Answer \\boxed{cat up} or \\boxed{cat down}; down undoes up. " + self.show(), {}
    def move(self, at, p):
        n, way = p.split()
        return [v + e * (1 if way == "up" else -1) for v, e in zip(at, self.effects[n])]
    def show(self):
        now = ", ".join(f"{g} {v} of {w}" for g, v, w in zip(self.gauges, self.now, self.goal))
        up = ", ".join(f"{n} {' '.join(map(str, self.known.get(n, '?')))}" for n in self.names)
        return f"Needles: {now}. Up adds: {up}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        if a in [n + way for n in self.names for way in (" up", " down")]:
            self.now = self.move(self.now, a)
            self.known[a.split()[0]] = self.effects[a.split()[0]]
            note = "The needles move. "
        if self.now == self.goal:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Do this: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
