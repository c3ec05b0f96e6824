import random, re
class SignalRoomNumberBoxEnv:
    """Signal Room Number Box
    Learn two hidden numbers of the signal machine."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.times, self.plus = rng.randint(3, 7), rng.randint(2, 9)
        self.asked = rng.sample(range(5, 10), 3)
        near = [int(y) + rng.choice([-2, -1, 1, 2]) for y in self.solution()]
        self.pick = sorted({*near, *map(int, self.solution())})
        self.seen, self.done = {}, 0
        return "The clerk has a box that multiplies, then adds. Send \\boxed{try 2}, or \\boxed{29} to answer. " + self.show(), {}
    def gives(self, x):
        return str(self.times * x + self.plus)
    def show(self):
        seen = ", ".join(f"{x} gives {y}" for x, y in sorted(self.seen.items())) or "nothing"
        pick = " ".join(map(str, self.pick))
        return f"Tried: {seen}. You may try 2 to 4. Choices: {pick}. {self.done} of 3 answered. Now {self.asked[self.done]}?"
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        x = a[4:]
        if a.startswith("try ") and x in ['2', '3', '4']:
            self.seen[x] = self.gives(int(x))
            note = "It hums. "
        elif a == self.gives(self.asked[self.done]):
            self.done += 1
            note = "Correct. "
        elif a.isdecimal():
            return "Wrong number.", 0.0, True, False, {}
        if self.done == 3:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "The answers are " + ", ".join(self.solution()) + "."
    def solution(self):
        return [self.gives(x) for x in self.asked]
