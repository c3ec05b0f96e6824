import random, re
class PlateAuctionEnv:
    """Plate Auction
    Buy lots below their value at the orbit class."""
    def __init__(self, max_turns=9, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i, self.profit, self.past, self.plan = 0, 0, {}, []
        self.names = rng.sample(["air", "stone", "tower", "arc"], 2)
        self.marks = dict(zip(self.names, rng.sample(rng.choice([(3, 5), (3, 6), (4, 7), (4, 8)]), 2)))
        self.values = [rng.randint(10, 16) for i in range(8)]
        self.rivals = [self.names[i % 2] for i in range(8)]
        self.goal = sum(self.marks[n] - 1 for n in self.rivals[2:])
        p = 0
        for v, m in zip(self.values, map(self.marks.get, self.rivals)):
            self.plan += [str(m - 1)] if p < self.goal else []
            p += m - 1
        return "Each of two rivals bids the same amount below every value. The higher bid takes the lot and earns its value less the bid. Write \\boxed{4}: how far below the value you bid. " + self.show(), {}
    def show(self):
        past = ", ".join(f"{n} {b}" for n, b in self.past.items()) or "none"
        lot = f"Lot {self.i + 1} of 8: value {self.values[self.i]}, rival {self.rivals[self.i]}."
        return f"{lot} Last bids: {past}. Profit {self.profit} of {self.goal}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if re.fullmatch("[0-9]{1,2}", a):
            n, v = self.rivals[self.i], self.values[self.i]
            m, k = self.marks[n], int(a)
            self.profit += k if k < m else 0
            self.past[n] = f"{m} below"
            note = "The lot is yours. " if k < m else "The rival takes it. "
            self.i += 1
        if self.profit >= self.goal:
            return "Good work.", 1.0, True, False, {}
        if self.i == 8:
            return "That was the last lot.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return ", ".join(f"{n} stays {m} below" for n, m in self.marks.items()) + "."
    def solution(self):
        return list(self.plan)
