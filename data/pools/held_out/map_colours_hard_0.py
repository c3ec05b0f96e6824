import random, re
class SheetMapEnv:
    """Sheet Map
    Paint a map so that no two neighbours are alike."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.colours = ["white", "black", "grey"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.names = rng.sample(["sheet", "drawer", "page", "strip", "size", "half"], 6)
        self.plan = rng.sample(self.colours, 3)
        self.plan = [self.plan[i % 3] for i in range(6)]
        self.edges = [(self.names[i], self.names[i - k]) for i in range(1, 6) for k in (1, 2)[:i]]
        rng.shuffle(self.edges)
        self.done = dict(zip(self.names[:2], self.plan))
        return "Neighbours on the map of the paper size store must differ in colour. Write \\boxed{sheet white} to paint a region. " + self.show(), {}
    def show(self):
        done = ", ".join(f"{n} {c}" for n, c in self.done.items())
        edges = ", ".join(f"{x} {y}" for x, y in self.edges)
        return f"Colours: {' '.join(self.colours)}. Borders: {edges}. Painted: {done}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        n, c = (a.split() + ["", ""])[:2]
        note = "No such choice. "
        if n in self.names and n not in self.done and c in self.colours:
            note = f"{n} now {c}. "
            if any(self.done.get(x if y == n else y) == c for x, y in self.edges if n in (x, y)):
                return "A neighbour has that colour.", 0.0, True, False, {}
            else:
                self.done[n] = c
        if len(self.done) == 6:
            return "All done, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Paint: " + ", ".join([f"{n} {c}" for n, c in list(zip(self.names, self.plan))[2:]]) + "."
    def solution(self):
        return [f"{n} {c}" for n, c in list(zip(self.names, self.plan))[2:]]
