import random, re
class NylonBenchPilesEnv:
    """Nylon Bench Piles
    Leave the teacher heaps without a good take."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.names = rng.sample(["thread", "glass", "hook"], 2)
        h = rng.sample(range(2, 6), 2)
        
        self.h, self.plan = h, []
        while any(h):
            a, h = self.best(h)
            self.plan.append(a)
            h = self.best(h)[1]
        return "At the nylon bench two players take from one heap each turn. Reply \\boxed{thread 1} to take 1 thread. " + self.show(), {}
    def moves(self, h):
        takes = [(k, i) for k in range(1, 6) for i in range(2) if h[i] >= k]
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
        note = "Please use the format. "
        left = dict(self.moves(self.h)).get(a)
        if left:
            a, self.h = self.best(left)
            note = f"The teacher takes {a}. "
            if not any(self.h):
                won = not any(left)
                return "That is it, you win." if won else "All is taken.", float(won), True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Take " + ", then ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
