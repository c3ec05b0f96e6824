import random, re
class FuseKnobTestEnv:
    """Fuse Knob Test
    Each light has one cause among the knobs."""
    def __init__(self, max_turns=10, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.round, self.tried = 0, {}
        self.names = rng.sample(["place", "lamp", "key", "door", "switch"], 4)
        self.links = [rng.sample(self.names, 2)]
        self.causes = rng.sample(self.names, 2)
        return "The student asks which knob works each light. Some move another one too. Write \\boxed{place} to turn it or \\boxed{cause place} to answer. " + self.show(), {}
    def show(self):
        tried = ", ".join(n + " " + r for n, r in self.tried.items()) or "none"
        return f"Light {self.round + 1} of 2. Knobs: {' '.join(self.names)}. Tried: {tried}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        cause = self.causes[self.round]
        note = "No such choice. "
        if a in self.names:
            moved = [a] + [y for x, y in self.links if x == a]
            self.tried[" with ".join(moved)] = "on" if cause in moved else "off"
            note = f"You turn {a}. "
        elif a == "cause " + cause:
            if self.round == 1:
                return "Success.", 1.0, True, False, {}
            self.round, self.tried = 1, {}
            note = "Right. "
        elif a.startswith("cause "):
            return "No, another one.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "first " + self.causes[0] + ", then " + self.causes[1] + "."
    def solution(self):
        return ["cause " + c for c in self.causes]
