import random, re
class ClampMachineEnv:
    """Clamp Machine
    Learn two hidden numbers of the plate machine."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.times, self.plus = rng.randint(2, 5), rng.randint(1, 9)
        self.asked = rng.sample(range(3, 7), 3)
        near = [int(y) + rng.choice([-2, -1, 1, 2]) for y in self.solution()]
        self.pick = sorted({*near, *map(int, self.solution())})
        self.seen, self.done = {}, 0
        return "The plate machine multiplies by one number and adds another. Reply \\boxed{try 0}, or \\boxed{10} to answer. " + self.show(), {}
    def gives(self, x):
        return str(self.times * x + self.plus)
    def show(self):
        seen = ", ".join(f"{x} gives {y}" for x, y in sorted(self.seen.items())) or "nothing"
        pick = " ".join(map(str, self.pick))
        return f"Known: {seen}. You may try 0 to 2. Choices: {pick}. Answer {self.done + 1} of 3: what does {self.asked[self.done]} give?"
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        x = a[4:]
        if a.startswith("try ") and x in ['0', '1', '2']:
            self.seen[x] = self.gives(int(x))
            note = "It hums. "
        elif a == self.gives(self.asked[self.done]):
            self.done += 1
            note = "Yes. "
        elif a.isdecimal():
            return "Wrong number.", 0.0, True, False, {}
        if self.done == 3:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "The answers are " + ", ".join(self.solution()) + "."
    def solution(self):
        return [self.gives(x) for x in self.asked]
