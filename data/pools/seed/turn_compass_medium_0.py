import random, re
class DesertRoadRouteEnv:
    """Desert Road Route
    Turn left or right to follow a route."""
    def __init__(self, max_turns=9, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.ring, self.plan = ["north", "east", "south", "west"], []
        while len(self.plan) != 6:
            i = rng.randrange(4)
            self.facing, self.plan, self.route = self.ring[i], [], []
            while len(self.route) < 3:
                d = rng.randrange(4)
                i = (i + d) % 4
                self.plan += ["right"] * d if d <= 2 else ["left"] * (4 - d)
                self.plan.append("ahead")
                self.route.append(self.ring[i])
        return "Follow the route at the desert road; each turn is one mark. Send \\boxed{left}, \\boxed{right} or \\boxed{ahead}. " + self.show(), {}
    def show(self):
        return f"Clockwise: {' '.join(self.ring)}. Ahead of you: {self.facing}. Go towards: {' '.join(self.route)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note, i = "Not a usable reply. ", self.ring.index(self.facing)
        if a in ("left", "right"):
            i += 1 if a == "right" else -1
            self.facing, note = self.ring[i % 4], "A turn. "
        elif a == "ahead":
            if self.facing != self.route.pop(0):
                return "You left the route.", 0.0, True, False, {}
            note = "One leg done. "
        if not self.route:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "moves: " + ", ".join(self.plan) + "."
    def solution(self):
        return self.plan
