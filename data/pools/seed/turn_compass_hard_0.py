import random, re
class LoomHeadingsEnv:
    """Loom Headings
    Find the right heading for the weaver."""
    def __init__(self, max_turns=11, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.ring, self.plan = rng.sample(["thread", "pattern", "card", "needle", "loom", "chain"], 6), []
        while len(self.plan) != 8:
            i = rng.randrange(6)
            self.facing, self.plan, self.route = self.ring[i], [], []
            while len(self.route) < 3:
                d = rng.randrange(6)
                i = (i + d) % 6
                self.plan += ["right"] * d if d <= 3 else ["left"] * (6 - d)
                self.plan.append("ahead")
                self.route.append(self.ring[i])
        return "Walk the route for the weaver. A turn shows the next mark. Answer \\boxed{left}, \\boxed{right} or \\boxed{ahead}. " + self.show(), {}
    def show(self):
        return f"Clockwise: {' '.join(self.ring)}. You face: {self.facing}. Route: {' '.join(self.route)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note, i = "No such choice. ", self.ring.index(self.facing)
        if a in ("left", "right"):
            i += 1 if a == "right" else -1
            self.facing, note = self.ring[i % 6], "You turn. "
        elif a == "ahead":
            if self.facing != self.route.pop(0):
                return "You left the route.", 0.0, True, False, {}
            note = "That was right. "
        if not self.route:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "do " + " then ".join(self.plan) + "."
    def solution(self):
        return self.plan
