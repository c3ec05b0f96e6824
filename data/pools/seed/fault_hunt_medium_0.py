import random, re
class TrayWireFaultEnv:
    """Tray Wire Fault
    Fix what is broken at the chick egg shelf."""
    def __init__(self, max_turns=10, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.parts = rng.sample(["egg", "hen", "cup", "spot", "eye", "web", "tray"], 6)
        self.bad = sorted(rng.sample(range(6), 2))
        self.lo, self.hi = 0, 6 - 1
        return "The signal at the chick egg shelf dies at a broken part. Reply \\boxed{egg} to measure, \\boxed{fix egg} to renew it. " + self.show(), {}
    def show(self):
        return f"All parts: {' '.join(self.parts)}. Broken: {len(self.bad)}. Suspects: {' '.join(self.parts[self.lo:self.hi + 1])}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note, name = "That is not possible. ", a.split(" ")[-1]
        i = self.parts.index(name) if name in self.parts else -1
        if a == name and 0 <= i < self.bad[0]:
            self.lo, note = max(self.lo, i + 1), "Alive there. "
        elif a == name and i >= 0:
            self.hi, note = min(self.hi, i), "Dead there. "
        elif a == "fix " + name and i >= 0:
            if i != self.bad.pop(0):
                return "A good part is wasted.", 0.0, True, False, {}
            if not self.bad:
                return "All done, you win.", 1.0, True, False, {}
            self.lo, self.hi, note = i + 1, 6 - 1, "It works again. "
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "The faults are " + " and ".join(self.parts[i] for i in self.bad) + "."
    def solution(self):
        return ["fix " + self.parts[i] for i in self.bad]
