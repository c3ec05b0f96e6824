import random, re
class PlateNimEnv:
    """Plate Nim
    Leave the maker heaps without a good take."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.names = rng.sample(["glue", "hook", "wood"], 2)
        h = rng.sample(range(4, 7), 2)
        
        self.h, self.plan = h, []
        while any(h):
            a, h = self.best(h)
            self.plan.append(a)
            h = self.best(h)[1]
        return "You and the maker take in turn from one heap at a time. Write \\boxed{glue 1} to take 1 glue. " + self.show(), {}
    def moves(self, h):
        takes = [(k, i) for k in range(1, 7) for i in range(2) if h[i] >= k]
        return [(f"{self.names[i]} {k}", h[:i] + [h[i] - k] + h[i + 1:]) for k, i in takes]
    def best(self, h):
        moves = self.moves(h)
        return ([(a, x) for a, x in moves if x[0] ^ x[1] == 0] + moves + [("", h)])[0]
    def show(self):
        h = ", ".join(f"{n} {k}" for n, k in zip(self.names, self.h))
        return f"Stacks: {h}. The last one wins."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        left = dict(self.moves(self.h)).get(a)
        if left:
            a, self.h = self.best(left)
            note = f"{a} went too. "
            if not any(self.h):
                won = not any(left)
                return "Good work." if won else "The last one is gone.", float(won), True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Your takes: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
