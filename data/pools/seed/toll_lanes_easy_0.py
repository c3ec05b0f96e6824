import itertools, random, re
class AmmoniaHallTollLanesEnv:
    """Ammonia Hall Toll Lanes
    Three lanes and their tolls at the ammonia hall."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.lanes = ["low", "centre", "high"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.at = rng.randrange(3)
        self.rows = [rng.sample(range(1, 10), 3) for i in range(4)]
        ways = itertools.product(range(3), repeat=4)
        self.money, way = min((sum(r[i] for r, i in zip(self.rows, w)), w) for w in ways)
        self.plan = [self.lanes[i] for i in way]
        return "Drive through 4 rows of gates; the money is just enough. Any lane may follow. Reply \\boxed{high} or another lane. " + self.show(), {}
    def show(self):
        first = ", ".join(f"{n} {p}" for n, p in zip(self.lanes, self.rows[0]))
        later = "; ".join(" ".join(map(str, row)) for row in self.rows[1:]) or "nothing"
        return f"Now in: {self.lanes[self.at]}. Prices: {first}. Then: {later}. Money: {self.money}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.lanes:
            self.at = self.lanes.index(a)
            self.money -= self.rows.pop(0)[self.at]
            note = f"You pay in lane {a}. "
        if self.money < 0:
            return "The money is gone.", 0.0, True, False, {}
        if not self.rows:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "drive " + ", ".join(self.plan) + "."
    def solution(self):
        return self.plan
