import random, re
class YeastLabLampWiringEnv:
    """Yeast Lab Lamp Wiring
    Each lamp has one cause among the levers."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.round, self.tried = 0, {}
        self.names = rng.sample(["balloon", "flask", "shelf", "salt", "lens"], 3)
        self.causes = rng.sample(self.names, 2)
        return "In the yeast lab one of these levers works each lamp. Write \\boxed{balloon} to pull it or \\boxed{cause balloon} to answer. " + self.show(), {}
    def show(self):
        tried = ", ".join(n + " " + r for n, r in self.tried.items()) or "none"
        return f"Lamp {self.round + 1} of 2. Levers: {' '.join(self.names)}. Log: {tried}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        cause = self.causes[self.round]
        note = "That is not possible. "
        if a in self.names:
            self.tried[a] = "lit" if a == cause else "dark"
            note = ""
        elif a == "cause " + cause:
            if self.round == 1:
                return "That is it, you win.", 1.0, True, False, {}
            self.round, self.tried = 1, {}
            note = "Yes. "
        elif a.startswith("cause "):
            return "No, another one.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return f"{self.causes[0]} works lamp 1 and {self.causes[1]} works lamp 2."
    def solution(self):
        return ["cause " + c for c in self.causes]
