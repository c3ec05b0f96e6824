import random, re
class SewingRoomLightWiringEnv:
    """Sewing Room Light Wiring
    Test the knobs of the sewing room and name the cause."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.round, self.tried = 0, {}
        self.names = rng.sample(["seam", "needle", "piece"], 3)
        self.causes = rng.sample(self.names, 2)
        return "Find the knob that works each light of the sewing room. Send \\boxed{seam} to turn it or \\boxed{cause seam} to answer. " + self.show(), {}
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
            self.tried[a] = "on" if a == cause else "off"
            note = ""
        elif a == "cause " + cause:
            if self.round == 1:
                return "That is it, you win.", 1.0, True, False, {}
            self.round, self.tried = 1, {}
            note = "Yes. "
        elif a.startswith("cause "):
            return "Wrong cause. The end.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return f"{self.causes[0]} works light 1 and {self.causes[1]} works light 2."
    def solution(self):
        return ["cause " + c for c in self.causes]
