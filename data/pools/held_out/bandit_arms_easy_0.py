import random, re
class ClassBanditEnv:
    """Class Bandit
    Gather sacks with few pulls at the birthday class."""
    def __init__(self, max_turns=10, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.day, self.sum, self.known = 0, 0, {}
        self.names = rng.sample(["pair", "dot", "class", "board"], 3)
        self.best = rng.sample(self.names, 2)
        self.pay = []
        for b in self.best:
            pay = dict(zip(self.names, rng.sample(range(1, 3 + 2), 3)))
            self.pay.append(pay | {b: 3 * max(pay.values()) + rng.randint(0, 2)})
        self.goals = [sum(p.values()) + 2 * p[b] for p, b in zip(self.pay, self.best)]
        return "Each field of the birthday class gives fixed sacks, others on day 2. Reach both goals. Answer \\boxed{pair} to pick there. " + self.show(), {}
    def show(self):
        arms = ", ".join(f"{n} {self.known.get(n, '?')}" for n in self.names)
        return f"Day {self.day + 1} of 2. Fields: {arms}. Sacks: {self.sum} of {self.goals[self.day]}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a in self.names:
            self.known[a] = self.pay[self.day][a]
            self.sum += self.known[a]
            note = f"{a} pays {self.known[a]}. "
        if self.sum >= self.goals[self.day]:
            if self.day == 1:
                return "Well done.", 1.0, True, False, {}
            self.day, self.sum, self.known = 1, 0, {}
            note = "Correct. "
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return f"Best is {self.best[0]}, on day 2 {self.best[1]}."
    def solution(self):
        return [b for b, p, g in zip(self.best, self.pay, self.goals) for k in range(0, g, p[b])]
