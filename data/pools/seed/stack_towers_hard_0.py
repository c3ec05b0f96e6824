import itertools, random, re
class RootStacksEnv:
    """Root Stacks
    Build one stack for the keeper."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        goal = rng.sample([rng.sample(["root", "name", "call", "parent", "tree"], 4), [], []], 3)
        self.goal = dict(zip(["left", "middle", "right"], goal))
        known, ways = [self.goal], {str(self.goal): []}
        for s in known:
            way = ways[str(s)]
            for x, y in itertools.permutations(s, 2):
                n = self.move(s, x, y)
                if str(n) not in ways and len(way) < 5:
                    known.append(n)
                    ways[str(n)] = [y + " " + x] + way
        self.s = rng.choice([s for s in known if len(ways[str(s)]) == 5])
        self.plan = ways[str(self.s)]
        return "The keeper wants one stack, lowest first. Move top books. Reply \\boxed{middle right} to move from middle. " + self.show(), {}
    def move(self, s, x, y):
        return {**s, x: s[x][:-1], y: s[y] + s[x][-1:]}
    def show(self):
        now = ", ".join(" ".join([n] + (s or ["empty"])) for n, s in self.s.items())
        goal = " ".join(next([n] + s for n, s in self.goal.items() if s))
        return f"Stacks: {now}. Build: {goal}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note, (x, _, y) = "That is not possible. ", a.partition(" ")
        if x in self.s and y in self.s and x != y and self.s[x]:
            self.s, note = self.move(self.s, x, y), "It is moved. "
        if self.s == self.goal:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "moves: " + " then ".join(self.plan) + "."
    def solution(self):
        return self.plan
