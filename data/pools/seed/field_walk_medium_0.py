import random, re
class PickleCellarWayEnv:
    """Pickle Cellar Way
    Walk to the sugar over a field with coordinates."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.dirs = {"right": (1, 0), "left": (-1, 0), "up": (0, 1), "down": (0, -1)}
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.x, self.y = rng.randint(4, 7), rng.randint(4, 7)
        u, v = rng.choice(["right", "left"]), rng.choice(["up", "down"])
        self.path = rng.sample([u] * 2 + [v] * 3, 5)
        self.way = [(self.x, self.y)]
        for d in self.path:
            self.way.append(self.move(*self.way[-1], d))
        near = [self.move(*c, d) for c in self.way for d in self.dirs]
        self.rocks = rng.sample([c for c in near if c not in self.way], 3)
        return "Walk at the pickle cellar to the sugar. right adds 1 to x, up adds 1 to y. Reply \\boxed{right}, left, up or down. " + self.show(), {}
    def move(self, x, y, d):
        return x + self.dirs[d][0], y + self.dirs[d][1]
    def show(self):
        g = self.way[-1]
        return f"You: {self.x}, {self.y}. Goal: {g[0]}, {g[1]}. Blocked: {self.rocks or 'none'}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.dirs:
            c = self.move(self.x, self.y, a)
            note = f"A rock stops you {a}. "
            if c not in self.rocks:
                self.x, self.y = c
                note = f"Moved {a}. "
        if (self.x, self.y) == self.way[-1]:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "The way is " + " ".join(self.path) + "."
    def solution(self):
        return self.path
