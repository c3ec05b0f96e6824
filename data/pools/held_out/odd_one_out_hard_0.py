import random, re
class TowerOddOneOutEnv:
    """Tower Odd One Out
    In each round three things share what the fourth has not."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.kinds = [["round", "flat", "long"], ["hot", "cold", "warm"], ["wet", "dry", "damp"]]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i, self.rounds, self.plan = 0, [], []
        for i in range(4):
            names = rng.sample(["line", "card", "row", "hand", "bell"], 4)
            kinds = [rng.sample(k, 2) for k in self.kinds]
            odd = rng.randrange(len(kinds))
            rows = [rng.sample([x, x, y, y], 4) for x, y in kinds]
            rows[odd] = rng.sample([kinds[odd][0]] * 3 + kinds[odd][1:], 4)
            self.plan.append(names[rows[odd].index(kinds[odd][1])])
            self.rounds.append(", ".join(" ".join(w) for w in zip(*rows, names)))
        return "One of four things is the odd one: the rest are alike in something. Send its name as \\boxed{line}; one error ends it. " + self.show(), {}
    def show(self):
        return f"Shelf {self.i + 1} of 4: {self.rounds[self.i]}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a == self.plan[self.i]:
            self.i += 1
            note = "Right. "
        elif a in self.rounds[self.i].replace(",", "").split():
            return f"No, it was {self.plan[self.i]}.", 0.0, True, False, {}
        if self.i == 4:
            return "All done, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Name: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
