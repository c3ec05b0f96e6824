import random, re
class CurveLeverTestEnv:
    """Curve Lever Test
    Test the levers of the shell beach and name the cause."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.round, self.tried = 0, {}
        self.names = rng.sample(["lip", "snail", "hawk"], 3)
        self.causes = rng.sample(self.names, 2)
        return "In the shell beach one of these levers works each lamp. Send \\boxed{lip} to pull it or \\boxed{cause lip} to answer. " + self.show(), {}
    def show(self):
        tried = ", ".join(n + " " + r for n, r in self.tried.items()) or "none"
        return f"Lamp {self.round + 1} of 2. Levers: {' '.join(self.names)}. Tests: {tried}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        cause = self.causes[self.round]
        note = "Please use the format. "
        if a in self.names:
            self.tried[a] = "lit" if a == cause else "dark"
            note = f"You pull {a}. "
        elif a == "cause " + cause:
            if self.round == 1:
                return "Success.", 1.0, True, False, {}
            self.round, self.tried = 1, {}
            note = "Correct. "
        elif a.startswith("cause "):
            return "No, another one.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return f"{self.causes[0]} works lamp 1 and {self.causes[1]} works lamp 2."
    def solution(self):
        return ["cause " + c for c in self.causes]
