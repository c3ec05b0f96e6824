import random, re
class PhoneBillFileCrateEnv:
    """Phone Bill File Crate
    A crate and its mark at the phone bill file."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.sides = ["north", "east", "south", "west"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.x, self.y = rng.choice((-1, 1)) * 1, rng.choice((-1, 1)) * 1
        need = ["west" if self.x > 0 else "east", "south" if self.y > 0 else "north"]
        self.side = rng.choice([s for s in self.sides if s not in need])
        steps = [[need[0]] + ["push"] * 1, [need[1]] + ["push"] * 1]
        self.plan = sum(steps[:: -1 if self.side in self.sides[1::2] else 1], [])
        return "Bring the crate of the clerk to the mark. From north it goes south. Write \\boxed{push} or a side such as \\boxed{north}. " + self.show(), {}
    def show(self):
        left = zip((self.y, self.x, -self.y, -self.x), self.sides)
        way = " and ".join(f"{n} {s}" for n, s in left if n > 0)
        return f"Target: {way}. You stand: {self.side}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note, i = "Please use the format. ", self.sides.index(self.side)
        if a == "push":
            self.x, self.y = self.x + (0, 1, 0, -1)[i], self.y + (1, 0, -1, 0)[i]
            note = "Pushed. "
        elif a in self.sides:
            self.side, note = a, ""
        if self.x == self.y == 0:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "do: " + ", ".join(self.plan) + "."
    def solution(self):
        return self.plan
