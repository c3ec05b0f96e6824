import random, re
class EyeTestRoomBanditEnv:
    """Eye Test Room Bandit
    The optician has 4 nets; try them, then keep to the best."""
    def __init__(self, max_turns=12, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.day, self.sum, self.known = 0, 0, {}
        self.names = rng.sample(["lens", "chart", "shape", "frame", "book"], 4)
        self.best = rng.sample(self.names, 2)
        self.pay = []
        for b in self.best:
            pay = dict(zip(self.names, rng.sample(range(1, 4 + 3), 4)))
            self.pay.append(pay | {b: 3 * max(pay.values()) + rng.randint(0, 2)})
        self.goals = [sum(p.values()) + 2 * p[b] for p, b in zip(self.pay, self.best)]
        return "Each net always pays the same, other amounts on day 2. Gather enough fish each day. Write \\boxed{lens} to haul there. " + self.show(), {}
    def show(self):
        arms = ", ".join(f"{n} {self.known.get(n, '?')}" for n in self.names)
        return f"Day {self.day + 1} of 2. Nets: {arms}. Fish: {self.sum} of {self.goals[self.day]}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        if a in self.names:
            self.known[a] = self.pay[self.day][a]
            self.sum += self.known[a]
            note = f"{self.known[a]} more. "
        if self.sum >= self.goals[self.day]:
            if self.day == 1:
                return "Success.", 1.0, True, False, {}
            self.day, self.sum, self.known = 1, 0, {}
            note = "Right. "
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return f"Best is {self.best[0]}, on day 2 {self.best[1]}."
    def solution(self):
        return [b for b, p, g in zip(self.best, self.pay, self.goals) for k in range(0, g, p[b])]
