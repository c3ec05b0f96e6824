import random, re
class PayeeListLeversEnv:
    """Payee List Levers
    Each lamp has one cause among the levers."""
    def __init__(self, max_turns=12, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.round, self.tried = 0, {}
        self.names = rng.sample(["warning", "payee", "mark", "payment", "account"], 5)
        s = rng.sample(self.names, 4)
        self.links = [s[:2], s[2:]]
        self.causes = rng.sample(self.names, 2)
        return "In the payee list one of these levers works each lamp. Some move another one too. Reply \\boxed{warning} to pull it or \\boxed{cause warning} to answer. " + self.show(), {}
    def show(self):
        tried = ", ".join(n + " " + r for n, r in self.tried.items()) or "none"
        return f"Lamp {self.round + 1} of 2. Levers: {' '.join(self.names)}. Tried: {tried}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        cause = self.causes[self.round]
        note = "No such choice. "
        if a in self.names:
            moved = [a] + [y for x, y in self.links if x == a]
            self.tried[" with ".join(moved)] = "lit" if cause in moved else "dark"
            note = ""
        elif a == "cause " + cause:
            if self.round == 1:
                return "Good work.", 1.0, True, False, {}
            self.round, self.tried = 1, {}
            note = "Right. "
        elif a.startswith("cause "):
            return "Wrong cause. The end.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return f"lamp 1 cause {self.causes[0]}, lamp 2 cause {self.causes[1]}."
    def solution(self):
        return ["cause " + c for c in self.causes]
