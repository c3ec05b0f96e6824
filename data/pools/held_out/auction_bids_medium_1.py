import random, re
class MessageSaleEnv:
    """Message Sale
    Buy lots below their value at the left cart mail."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i, self.profit, self.past, self.plan = 0, 0, {}, []
        self.names = rng.sample(["mail", "link", "month", "item"], 1)
        self.marks = dict(zip(self.names, rng.sample(rng.choice([(3, 5), (3, 6), (4, 7), (4, 8)]), 1)))
        self.values = [rng.randint(10, 16) for i in range(5)]
        self.rivals = [self.names[i % 1] for i in range(5)]
        self.goal = sum(self.marks[n] - 1 for n in self.rivals[1:])
        p = 0
        for v, m in zip(self.values, map(self.marks.get, self.rivals)):
            self.plan += [str(v - m + 1)] if p < self.goal else []
            p += m - 1
        return "The rival bids the same amount below every value. Bid higher to win a lot; value less bid is your profit. Reply \\boxed{3}: your bid. " + self.show(), {}
    def show(self):
        past = ", ".join(f"{n} {b}" for n, b in self.past.items()) or "none"
        lot = f"Lot {self.i + 1} of 5: value {self.values[self.i]}, rival {self.rivals[self.i]}."
        return f"{lot} Last bids: {past}. Profit {self.profit} of {self.goal}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        if re.fullmatch("[0-9]{1,2}", a):
            n, v = self.rivals[self.i], self.values[self.i]
            m, k = self.marks[n], v - int(a)
            self.profit += k if k < m else 0
            self.past[n] = f"{v - m} at value {v}"
            note = "You win the lot. " if k < m else "The rival takes it. "
            self.i += 1
        if self.profit >= self.goal:
            return "All done, you win.", 1.0, True, False, {}
        if self.i == 5:
            return "That was the last lot.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return ", ".join(f"{n} stays {m} below" for n, m in self.marks.items()) + "."
    def solution(self):
        return list(self.plan)
