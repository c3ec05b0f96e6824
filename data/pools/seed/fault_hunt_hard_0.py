import random, re
class RubberShedRepairEnv:
    """Rubber Shed Repair
    Measure along the row to find each broken part."""
    def __init__(self, max_turns=12, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.parts = rng.sample(["tree", "bark", "cup", "band", "comb", "juice", "frost"], 6)
        self.bad = sorted(rng.sample(range(6), 3))
        self.lo, self.hi = 0, 6 - 1
        return "The worker gets no current: parts are broken. Reply \\boxed{tree} to measure, \\boxed{fix tree} to renew it. " + self.show(), {}
    def show(self):
        return f"Sequence: {' '.join(self.parts)}. Broken: {len(self.bad)}. Alive after {(['start'] + self.parts)[self.lo]}, dead after {self.parts[self.hi]}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note, name = "That is not possible. ", a.split(" ")[-1]
        i = self.parts.index(name) if name in self.parts else -1
        if a == name and 0 <= i < self.bad[0]:
            self.lo, note = max(self.lo, i + 1), "All well so far. "
        elif a == name and i >= 0:
            self.hi, note = min(self.hi, i), "No current there. "
        elif a == "fix " + name and i >= 0:
            if i != self.bad.pop(0):
                return "That part was sound.", 0.0, True, False, {}
            if not self.bad:
                return "Success.", 1.0, True, False, {}
            self.lo, self.hi, note = i + 1, 6 - 1, "One fault is gone. "
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "The faults are " + " and ".join(self.parts[i] for i in self.bad) + "."
    def solution(self):
        return ["fix " + self.parts[i] for i in self.bad]
