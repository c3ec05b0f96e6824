import random, re
class StockFeedDriverEnv:
    """Stock Feed Driver
    Find what drives what at the stock feed."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.r, self.seen = 0, {}
        self.pairs = [rng.sample(["shop", "minute", "gap", "number", "store", "error", "item"], 2) + ["none", "both"] for i in range(2)]
        self.truth = [rng.randrange(4) for p in self.pairs]
        return "Which gauge drives the other at the stock feed? Write \\boxed{set shop} to test, or name the driver, none or both. " + self.show(), {}
    def show(self):
        x, y = self.pairs[self.r][:2]
        seen = ", ".join(f"set {n} {r}" for n, r in self.seen.items()) or "none"
        return f"Gauges {self.r + 1} of 2: {x} {y}. Seen: {seen}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        pair, note = self.pairs[self.r], "That is not possible. "
        if a.startswith("set ") and a[4:] in pair[:2]:
            k = pair.index(a[4:])
            self.seen[a[4:]] = f"+5: {pair[1 - k]} +{5 * (self.truth[self.r] in (k, 3))}"
            note = "You turn it. "
        elif a == pair[self.truth[self.r]]:
            self.r, self.seen, note = self.r + 1, {}, "Correct. "
            if self.r == 2:
                return "All done, you win.", 1.0, True, False, {}
        elif a in pair[:4]:
            return "Wrong.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "drivers: " + ", ".join(self.solution()) + "."
    def solution(self):
        return [p[k] for p, k in zip(self.pairs, self.truth)]
