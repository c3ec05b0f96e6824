import random, re
class LabFieldEnv:
    """Lab Field
    Reach the lab within 7 steps."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.dirs = {"east": (1, 0), "west": (-1, 0), "north": (0, 1), "south": (0, -1)}
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.x, self.y = rng.randint(4, 7), rng.randint(4, 7)
        u, v = rng.choice(["east", "west"]), rng.choice(["north", "south"])
        self.path = rng.sample([u] * 2 + [v] * 4, 6)
        self.way = [(self.x, self.y)]
        for d in self.path:
            self.way.append(self.move(*self.way[-1], d))
        near = [self.move(*c, d) for c in self.way for d in self.dirs]
        self.rocks = rng.sample([c for c in near if c not in self.way], 4)
        return "A cart at the school plan room has to reach the lab. east: x + 1. north: y + 1. Reply \\boxed{east}, west, north or south. " + self.show(), {}
    def move(self, x, y, d):
        return x + self.dirs[d][0], y + self.dirs[d][1]
    def show(self):
        g = self.way[-1]
        return f"You: ({self.x}, {self.y}). Goal: ({g[0]}, {g[1]}). Rocks: {self.rocks or 'none'}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        if a in self.dirs:
            c = self.move(self.x, self.y, a)
            note = f"A rock stops you {a}. "
            if c not in self.rocks:
                self.x, self.y = c
                note = f"Moved {a}. "
        if (self.x, self.y) == self.way[-1]:
            return "All done, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return f"Begin with {self.path[0]}, then {self.path[1]}."
    def solution(self):
        return self.path
