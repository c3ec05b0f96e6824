import random, re
class HeadCausesEnv:
    """Head Causes
    Tell cause from company."""
    def __init__(self, max_turns=11, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.r, self.seen = 0, {}
        self.pairs = [rng.sample(["store", "ceiling", "pipe", "ice", "hall", "bulb", "head"], 2) + ["none", "both"] for i in range(3)]
        self.truth = [rng.randrange(3) for p in self.pairs]
        return "Which gauge drives the other at the ceiling spray floor? Write \\boxed{set store} to test, or name the driver or none. " + self.show(), {}
    def show(self):
        x, y = self.pairs[self.r][:2]
        seen = ", ".join(f"set {n} {r}" for n, r in self.seen.items()) or "none"
        return f"Dials {self.r + 1} of 3: {x} {y}. Trials: {seen}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        pair, note = self.pairs[self.r], "No such choice. "
        if a.startswith("set ") and a[4:] in pair[:2]:
            k = pair.index(a[4:])
            self.seen[a[4:]] = f"{pair[1 - k]} {'follows' if self.truth[self.r] in (k, 3) else 'stays'}"
            note = "Tested. "
        elif a == pair[self.truth[self.r]]:
            self.r, self.seen, note = self.r + 1, {}, "Right. "
            if self.r == 3:
                return "All done, you win.", 1.0, True, False, {}
        elif a in pair[:3]:
            return "Wrong.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "drivers: " + ", ".join(self.solution()) + "."
    def solution(self):
        return [p[k] for p, k in zip(self.pairs, self.truth)]
