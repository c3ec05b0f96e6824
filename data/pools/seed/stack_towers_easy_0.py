import itertools, random, re
class SpotBoxesTowerEnv:
    """Spot Boxes Tower
    Move boxes between three stacks."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        goal = rng.sample([rng.sample(["town", "spot", "shake", "map", "station", "circle"], 3), [], []], 3)
        self.goal = dict(zip(["near", "centre", "far"], goal))
        known, ways = [self.goal], {str(self.goal): []}
        for s in known:
            way = ways[str(s)]
            for x, y in itertools.permutations(s, 2):
                n = self.move(s, x, y)
                if str(n) not in ways and len(way) < 3:
                    known.append(n)
                    ways[str(n)] = [y + " " + x] + way
        self.s = rng.choice([s for s in known if len(ways[str(s)]) == 3])
        self.plan = ways[str(self.s)]
        return "The clerk wants one stack, lowest first. Move top boxes. Answer \\boxed{centre near} to move from centre. " + self.show(), {}
    def move(self, s, x, y):
        return {**s, x: s[x][:-1], y: s[y] + s[x][-1:]}
    def show(self):
        now = ", ".join(" ".join([n] + (s or ["empty"])) for n, s in self.s.items())
        goal = " ".join(next([n] + s for n, s in self.goal.items() if s))
        return f"Stacks: {now}. Wanted: {goal}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note, (x, _, y) = "Not a usable reply. ", a.partition(" ")
        if x in self.s and y in self.s and x != y and self.s[x]:
            self.s, note = self.move(self.s, x, y), "Moved. "
        if self.s == self.goal:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "moves: " + " then ".join(self.plan) + "."
    def solution(self):
        return self.plan
