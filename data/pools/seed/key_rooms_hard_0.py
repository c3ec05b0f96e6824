import random, re
class DrainChambersEnv:
    """Drain Chambers
    Visit 3 chambers in at most 11 steps."""
    def __init__(self, max_turns=11, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names, self.plan = rng.sample(["pipe", "vent", "plug", "trap", "drain", "smell"], 6), []
        while len(self.plan) != 8:
            self.doors = [(rng.choice(names[:i]), names[i]) for i in range(1, 6)]
            stops = rng.sample(names, 4)
            self.plan = sum(map(self.way, stops, stops[1:]), [])
        self.at, *self.todo = stops
        return "Walk for the plumber and keep the order of visits. Write \\boxed{pipe} to go there. " + self.show(), {}
    def near(self, r):
        return [x if y == r else y for x, y in self.doors if r in (x, y)]
    def way(self, x, y, old=""):
        ways = [[n] + self.way(n, y, x) for n in self.near(x) if n != old and x != y]
        return ([w for w in ways if w[-1] == y] + [[]])[0]
    def show(self):
        doors = ", ".join(map(" and ".join, self.doors))
        return f"Doors: {doors}. You are in: {self.at}. Errands: {' then '.join(self.todo)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a in self.near(self.at):
            self.at, note = a, ""
            if a == self.todo[0]:
                self.todo.pop(0)
                note = "Visited. "
        if not self.todo:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "go to " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
