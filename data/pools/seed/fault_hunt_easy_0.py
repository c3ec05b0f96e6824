import random, re
class DateLostAirEnv:
    """Date Lost Air
    Close in on the faults that stop the air."""
    def __init__(self, max_turns=9, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.parts = rng.sample(["label", "back", "shelf", "date", "night", "front"], 4)
        self.bad = sorted(rng.sample(range(4), 2))
        self.lo, self.hi = 0, 4 - 1
        return "The air at the milk shelf dies at a broken part. Write \\boxed{label} to measure, \\boxed{fix label} to renew it. " + self.show(), {}
    def show(self):
        return f"In order: {' '.join(self.parts)}. Broken: {len(self.bad)}. May be broken: {' '.join(self.parts[self.lo:self.hi + 1])}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note, name = "No such choice. ", a.split(" ")[-1]
        i = self.parts.index(name) if name in self.parts else -1
        if a == name and 0 <= i < self.bad[0]:
            self.lo, note = max(self.lo, i + 1), "Alive there. "
        elif a == name and i >= 0:
            self.hi, note = min(self.hi, i), "No air there. "
        elif a == "fix " + name and i >= 0:
            if i != self.bad.pop(0):
                return "That part was sound.", 0.0, True, False, {}
            if not self.bad:
                return "Success.", 1.0, True, False, {}
            self.lo, self.hi, note = i + 1, 4 - 1, "That was broken. "
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "fix " + ", then ".join(self.parts[i] for i in self.bad) + "."
    def solution(self):
        return ["fix " + self.parts[i] for i in self.bad]
