import random, re
class SkiLiftKnobsEnv:
    """Ski Lift Knobs
    Find which knob works each light for the operator."""
    def __init__(self, max_turns=12, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.round, self.tried = 0, {}
        self.names = rng.sample(["lift", "skier", "chair", "wind", "clamp"], 5)
        s = rng.sample(self.names, 4)
        self.links = [s[:2], s[2:]]
        self.causes = rng.sample(self.names, 2)
        return "The operator asks which knob works each light. Some move another one too. Write \\boxed{lift} to turn it or \\boxed{cause lift} to answer. " + self.show(), {}
    def show(self):
        tried = ", ".join(n + " " + r for n, r in self.tried.items()) or "none"
        return f"Light {self.round + 1} of 2. Knobs: {' '.join(self.names)}. Tried: {tried}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        cause = self.causes[self.round]
        note = "That is not possible. "
        if a in self.names:
            moved = [a] + [y for x, y in self.links if x == a]
            self.tried[" with ".join(moved)] = "on" if cause in moved else "off"
            note = f"You turn {a}. "
        elif a == "cause " + cause:
            if self.round == 1:
                return "That is it, you win.", 1.0, True, False, {}
            self.round, self.tried = 1, {}
            note = "Good. "
        elif a.startswith("cause "):
            return "No, another one.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "first " + self.causes[0] + ", then " + self.causes[1] + "."
    def solution(self):
        return ["cause " + c for c in self.causes]
