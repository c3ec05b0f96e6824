import random, re
class ShellBeachPathEnv:
    """Shell Beach Path
    Walk to the shell over a field with coordinates."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.dirs = {"east": (1, 0), "west": (-1, 0), "north": (0, 1), "south": (0, -1)}
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.x, self.y = rng.randint(4, 7), rng.randint(4, 7)
        u, v = rng.choice(["east", "west"]), rng.choice(["north", "south"])
        self.path = rng.sample([u] * 4 + [v] * 2, 6)
        self.way = [(self.x, self.y)]
        for d in self.path:
            self.way.append(self.move(*self.way[-1], d))
        near = [self.move(*c, d) for c in self.way for d in self.dirs]
        self.rocks = rng.sample([c for c in near if c not in self.way], 4)
        return "The finder at the shell beach must reach the shell. east: x + 1. north: y + 1. Move with \\boxed{south}, north, west or east. " + self.show(), {}
    def move(self, x, y, d):
        return x + self.dirs[d][0], y + self.dirs[d][1]
    def show(self):
        g = self.way[-1]
        return f"You: x {self.x} y {self.y}. Goal: x {g[0]} y {g[1]}. Blocked: {self.rocks or 'none'}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a in self.dirs:
            c = self.move(self.x, self.y, a)
            note = f"No way {a}. "
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
