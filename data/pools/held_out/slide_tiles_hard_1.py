import random, re
class FareRuleSheetTilesEnv:
    """Fare Rule Sheet Tiles
    The seller sorts a tray at the fare rule sheet by sliding."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.goal = rng.sample("vwxyz_", 6)
        self.b, self.plan = list(self.goal), []
        while len(self.plan) < 6:
            s = rng.choice([x for x in self.near() if [x] != self.plan[-1:]])
            self.slide(s)
            self.plan.append(s)
        self.plan.reverse()
        return "Two rows of flight tiles with a gap: make the wanted order. Answer \\boxed{v} to slide that tile into the gap. " + self.show(), {}
    def near(self):
        g = self.b.index("_")
        return [self.b[i] for i in range(6) if abs(i // 3 - g // 3) + abs(i % 3 - g % 3) == 1]
    def slide(self, s):
        i, g = self.b.index(s), self.b.index("_")
        self.b[i], self.b[g] = "_", s
    def show(self):
        now, want = [" ".join(b[:3]) + " / " + " ".join(b[3:]) for b in (self.b, self.goal)]
        return f"Board: {now}. Wanted: {want}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        if a in self.near():
            self.slide(a)
            note = "It slides. "
        if self.b == self.goal:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Tiles in turn: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
