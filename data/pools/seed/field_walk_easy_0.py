import random, re
class TaggedFishLakeWalkEnv:
    """Tagged Fish Lake Walk
    Guide the ranger past rocks at the tagged fish lake."""
    def __init__(self, max_turns=3, **kwargs):
        self.max_turns = max_turns
        self.dirs = {"east": (1, 0), "west": (-1, 0), "north": (0, 1), "south": (0, -1)}
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.x, self.y = rng.randint(4, 7), rng.randint(4, 7)
        u, v = rng.choice(["east", "west"]), rng.choice(["north", "south"])
        self.path = rng.sample([u] * 1 + [v] * 2, 3)
        self.way = [(self.x, self.y)]
        for d in self.path:
            self.way.append(self.move(*self.way[-1], d))
        near = [self.move(*c, d) for c in self.way for d in self.dirs]
        self.rocks = rng.sample([c for c in near if c not in self.way], 1)
        return "The ranger at the tagged fish lake must reach the fish. east adds 1 to x, north adds 1 to y. One of east, west, north, south a turn: \\boxed{west}. " + self.show(), {}
    def move(self, x, y, d):
        return x + self.dirs[d][0], y + self.dirs[d][1]
    def show(self):
        g = self.way[-1]
        return f"You: {self.x}, {self.y}. Goal: {g[0]}, {g[1]}. Blocked: {self.rocks or 'none'}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a in self.dirs:
            c = self.move(self.x, self.y, a)
            note = f"A rock stops you {a}. "
            if c not in self.rocks:
                self.x, self.y = c
                note = f"Moved {a}. "
        if (self.x, self.y) == self.way[-1]:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "The way is " + " ".join(self.path) + "."
    def solution(self):
        return self.path
