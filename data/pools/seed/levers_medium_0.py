import random, re
class CodeHandleTestEnv:
    """Code Handle Test
    Each fan has one cause among the handles."""
    def __init__(self, max_turns=10, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.round, self.tried = 0, {}
        self.names = rng.sample(["wall", "code", "box", "door", "phone"], 4)
        self.links = [rng.sample(self.names, 2)]
        self.causes = rng.sample(self.names, 2)
        return "Find the handle that works each fan of the parcel wall. Some move another one too. Write \\boxed{wall} to turn it or \\boxed{cause wall} to answer. " + self.show(), {}
    def show(self):
        tried = ", ".join(n + " " + r for n, r in self.tried.items()) or "none"
        return f"Fan {self.round + 1} of 2. Handles: {' '.join(self.names)}. Tried: {tried}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        cause = self.causes[self.round]
        note = "No such choice. "
        if a in self.names:
            moved = [a] + [y for x, y in self.links if x == a]
            self.tried[" with ".join(moved)] = "spins" if cause in moved else "still"
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
