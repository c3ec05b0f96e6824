import random, re
class HoneyHouseStrangerEnv:
    """Honey House Stranger
    Name the thing that is unlike all the others."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.kinds = [["red", "blue", "green"]]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i, self.rounds, self.plan = 0, [], []
        for i in range(3):
            names = rng.sample(["tap", "frame", "knife", "honey", "wax"], 4)
            kinds = [rng.sample(k, 2) for k in self.kinds]
            odd = rng.randrange(len(kinds))
            rows = [rng.sample([x, x, y, y], 4) for x, y in kinds]
            rows[odd] = rng.sample([kinds[odd][0]] * 3 + kinds[odd][1:], 4)
            self.plan.append(names[rows[odd].index(kinds[odd][1])])
            self.rounds.append(", ".join(" ".join(w) for w in zip(*rows, names)))
        return "The keeper of the honey house asks which thing is unlike the three others. Send its name as \\boxed{tap}; one error ends it. " + self.show(), {}
    def show(self):
        return f"Set {self.i + 1} of 3: {self.rounds[self.i]}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a == self.plan[self.i]:
            self.i += 1
            note = "Correct. "
        elif a in self.rounds[self.i].replace(",", "").split():
            return f"No, it was {self.plan[self.i]}.", 0.0, True, False, {}
        if self.i == 3:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Name: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
