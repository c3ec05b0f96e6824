import random, re
class TimeHeavyPushEnv:
    """Time Heavy Push
    Choose the side, then push the crate."""
    def __init__(self, max_turns=10, **kwargs):
        self.max_turns = max_turns
        self.sides = ["front", "right", "back", "left"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.x, self.y = rng.choice((-1, 1)) * 3, rng.choice((-1, 1)) * 2
        self.at = rng.sample(range(10, 20), 2)
        need = ["left" if self.x > 0 else "right", "back" if self.y > 0 else "front"]
        self.side = rng.choice([s for s in self.sides if s not in need])
        steps = [[need[0]] + ["push"] * 3, [need[1]] + ["push"] * 2]
        self.plan = sum(steps[:: -1 if self.side in self.sides[1::2] else 1], [])
        return "A time crate at the file version call must reach its mark. From front it goes back. Walk one corner at a time. x grows right, y grows front. Send \\boxed{push} or a side such as \\boxed{front}. " + self.show(), {}
    def show(self):
        x, y = self.at
        here = f"x {x - self.x} y {y - self.y}"
        return f"Crate: {here}. Target: x {x} y {y}. Your side: {self.side}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note, i = "Not a usable reply. ", self.sides.index(self.side)
        if a == "push":
            self.x, self.y = self.x + (0, 1, 0, -1)[i], self.y + (1, 0, -1, 0)[i]
            note = "Pushed. "
        elif a in self.sides and (self.sides.index(a) - i) % 2:
            self.side, note = a, ""
        if self.x == self.y == 0:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return " then ".join(self.plan) + "."
    def solution(self):
        return self.plan
