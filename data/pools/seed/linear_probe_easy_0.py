import random, re
class FarStarDeskCounterEnv:
    """Far Star Desk Counter
    Try small numbers, then foretell what others give."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.times, self.plus = rng.randint(2, 3), rng.randint(1, 5)
        self.asked = rng.sample(range(2, 5), 3)
        near = [int(y) + rng.choice([-2, -1, 1, 2]) for y in self.solution()]
        self.pick = sorted({*near, *map(int, self.solution())})
        self.seen, self.done = {}, 0
        return "At the far star desk a machine multiplies and adds in secret. Reply \\boxed{try 0}, or \\boxed{19} to answer. " + self.show(), {}
    def gives(self, x):
        return str(self.times * x + self.plus)
    def show(self):
        seen = ", ".join(f"{x} gives {y}" for x, y in sorted(self.seen.items())) or "nothing"
        pick = " ".join(map(str, self.pick))
        return f"Seen: {seen}. You may try 0 to 1. Choices: {pick}. {self.done} of 3 answered. Now {self.asked[self.done]}?"
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        x = a[4:]
        if a.startswith("try ") and x in ['0', '1']:
            self.seen[x] = self.gives(int(x))
            note = "Out it comes. "
        elif a == self.gives(self.asked[self.done]):
            self.done += 1
            note = "Good. "
        elif a.isdecimal():
            return "Wrong number.", 0.0, True, False, {}
        if self.done == 3:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "The answers are " + ", ".join(self.solution()) + "."
    def solution(self):
        return [self.gives(x) for x in self.asked]
