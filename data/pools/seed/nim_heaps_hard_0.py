import random, re
class MoneyNimEnv:
    """Money Nim
    Leave the teller heaps without a good take."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.names = rng.sample(["reason", "balance", "order", "day"], 3)
        h = rng.sample(range(2, 7), 2)
        h = rng.sample(h + h[:1], 3)
        self.h, self.plan = h, []
        while any(h):
            a, h = self.best(h)
            self.plan.append(a)
            h = self.best(h)[1]
        return "At the store credit record two players take from one heap each turn. Write \\boxed{reason 1} to take 1 reason. " + self.show(), {}
    def moves(self, h):
        takes = [(k, i) for k in range(1, 7) for i in range(3) if h[i] >= k]
        return [(f"{self.names[i]} {k}", h[:i] + [h[i] - k] + h[i + 1:]) for k, i in takes]
    def best(self, h):
        moves = self.moves(h)
        return ([(a, x) for a, x in moves if x[0] ^ x[1] ^ x[2] == 0] + moves + [("", h)])[0]
    def show(self):
        h = ", ".join(f"{n} {k}" for n, k in zip(self.names, self.h))
        return f"Heaps: {h}. The last one wins."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        left = dict(self.moves(self.h)).get(a)
        if left:
            a, self.h = self.best(left)
            note = f"Then the teller took {a}. "
            if not any(self.h):
                won = not any(left)
                return "Well done." if won else "Nothing is left.", float(won), True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Take " + ", then ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
