import itertools, random, re
class TroutRoomRestackingEnv:
    """Trout Room Restacking
    Build one stack for the keeper."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        goal = rng.sample([rng.sample(["fish", "probe", "step", "trout", "food", "stream"], 3), [], []], 3)
        self.goal = dict(zip(["left", "middle", "right"], goal))
        known, ways = [self.goal], {str(self.goal): []}
        for s in known:
            way = ways[str(s)]
            for x, y in itertools.permutations(s, 2):
                n = self.move(s, x, y)
                if str(n) not in ways and len(way) < 4:
                    known.append(n)
                    ways[str(n)] = [y + " " + x] + way
        self.s = rng.choice([s for s in known if len(ways[str(s)]) == 4])
        self.plan = ways[str(self.s)]
        return "Stack the crates as wanted; only a top one moves. Reply \\boxed{right middle} to move from right. " + self.show(), {}
    def move(self, s, x, y):
        return {**s, x: s[x][:-1], y: s[y] + s[x][-1:]}
    def show(self):
        now = ", ".join(" ".join([n] + (s or ["empty"])) for n, s in self.s.items())
        goal = " ".join(next([n] + s for n, s in self.goal.items() if s))
        return f"Stacks: {now}. Goal: {goal}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note, (x, _, y) = "Please use the format. ", a.partition(" ")
        if x in self.s and y in self.s and x != y and self.s[x]:
            self.s, note = self.move(self.s, x, y), "Moved. "
        if self.s == self.goal:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "move " + ", ".join(self.plan) + "."
    def solution(self):
        return self.plan
