import random, re
class PrimeSieveWallSearchEnv:
    """Prime Sieve Wall Search
    Find the pen in the fog of the prime sieve wall by its echo."""
    def __init__(self, max_turns=9, **kwargs):
        self.max_turns = max_turns
        self.ways = [["right", "left"], ["forward", "backward"]]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        cut = sorted(rng.sample(range(1, 5), 1)) + [5]
        self.far = [y - x for x, y in zip([0] + cut, cut)]
        self.way = [rng.choice(pair) for pair in self.ways]
        self.plan = [d for d, n in zip(self.way, self.far) for i in range(n)]
        self.wrong = []
        return "Reach the pen in the fog of the prime sieve wall; the echo counts the steps. Answer \\boxed{left}, one of right, left, forward, backward. " + self.show(), {}
    def show(self):
        echo = ", ".join(f"{n} {'-'.join(p)}" for n, p in zip(self.far, self.ways))
        return f"Steps: {echo}. Not: {' '.join(self.wrong) or 'none'}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        for i, pair in enumerate(self.ways):
            if a in pair:
                good = a == self.way[i] and self.far[i] > 0
                self.far[i] += -1 if good else 1
                note = "Nearer. " if good else "Away. "
                if not good:
                    self.way[i] = pair[a == pair[0]]
                    self.wrong = [w for w in self.wrong if w not in pair] + [a]
        if not any(self.far):
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "It lies " + " and ".join(self.way) + "."
    def solution(self):
        return list(self.plan)
