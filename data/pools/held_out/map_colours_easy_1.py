import random, re
class StringPhoneYardRegionsEnv:
    """String Phone Yard Regions
    The child colours a map with three colours."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.colours = ["amber", "violet", "teal"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.names = rng.sample(["air", "floor", "tree", "cup", "voice", "phone"], 5)
        self.plan = rng.sample(self.colours, 3)
        self.plan = [self.plan[i % 3] for i in range(5)]
        self.edges = [(self.names[i], self.names[i - k]) for i in range(1, 5) for k in (1, 2)[:i]]
        self.done = dict(zip(self.names[:2], self.plan))
        return "Neighbours on the map of the string phone yard must differ in colour. Send \\boxed{amber} to paint the next region. " + self.show(), {}
    def show(self):
        n = self.names[len(self.done)]
        near = ", ".join(f"{y} {self.done[y]}" for x, y in self.edges if x == n)
        return f"Colours: {' '.join(self.colours)}. Next: {n}. Its neighbours: {near}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        n, c = self.names[len(self.done)], a.rpartition(' ')[2]
        note = "Not a usable reply. "
        if n in self.names and n not in self.done and c in self.colours:
            note = f"{n} is {c}. "
            if any(self.done.get(x if y == n else y) == c for x, y in self.edges if n in (x, y)):
                note = "A neighbour has that colour. "
            else:
                self.done[n] = c
        if len(self.done) == 5:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Paint: " + ", ".join([f"{n} {c}" for n, c in list(zip(self.names, self.plan))[2:]]) + "."
    def solution(self):
        return self.plan[2:]
