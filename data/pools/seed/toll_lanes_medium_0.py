import itertools, random, re
class NeedleGatesEnv:
    """Needle Gates
    Three lanes and their tolls at the desert spring."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.lanes = ["left", "middle", "right"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.at = rng.randrange(3)
        self.rows = [rng.sample(range(1, 10), 3) for i in range(4)]
        ways = itertools.product(range(3), repeat=4)
        ways = [w for w in ways if all(abs(i - j) < 2 for i, j in zip((self.at,) + w, w))]
        self.money, way = min((sum(r[i] for r, i in zip(self.rows, w)), w) for w in ways)
        self.plan = [self.lanes[i] for i in way]
        return "Cross the gates of the desert spring as cheaply as can be. Never from left to right or back at once. Reply \\boxed{middle} or another lane. " + self.show(), {}
    def show(self):
        first = ", ".join(f"{n} {p}" for n, p in zip(self.lanes, self.rows[0]))
        later = "; ".join(" ".join(map(str, row)) for row in self.rows[1:]) or "nothing"
        return f"Lane: {self.lanes[self.at]}. Tolls: {first}. Then: {later}. Budget: {self.money}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.lanes and abs(self.lanes.index(a) - self.at) < 2:
            self.at = self.lanes.index(a)
            self.money -= self.rows.pop(0)[self.at]
            note = "Through. "
        if self.money < 0:
            return "The money is gone.", 0.0, True, False, {}
        if not self.rows:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "lanes: " + " then ".join(self.plan) + "."
    def solution(self):
        return self.plan
