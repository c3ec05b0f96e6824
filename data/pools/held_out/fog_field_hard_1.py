import random, re
class StoneMistEnv:
    """Stone Mist
    Find the stone in the fog of the orbit class by its echo."""
    def __init__(self, max_turns=12, **kwargs):
        self.max_turns = max_turns
        self.ways = [["right", "left"], ["forward", "backward"], ["higher", "lower"]]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        cut = sorted(rng.sample(range(1, 6), 2)) + [6]
        self.far = [y - x for x, y in zip([0] + cut, cut)]
        self.way = [rng.choice(pair) for pair in self.ways]
        self.plan = [d for d, n in zip(self.way, self.far) for i in range(n)]
        self.wrong = []
        return "Fog hides the stone. You hear how many steps it is off. Answer \\boxed{higher}, one of right, left, forward, backward, higher, lower. " + self.show(), {}
    def show(self):
        echo = ", ".join(f"{n} {'-'.join(p)}" for n, p in zip(self.far, self.ways))
        return f"Echo: {echo}. Leads away: {' '.join(self.wrong) or 'none'}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        for i, pair in enumerate(self.ways):
            if a in pair:
                good = a == self.way[i] and self.far[i] > 0
                self.far[i] += -1 if good else 1
                note = "Closer. " if good else "The echo is fainter. "
                if not good:
                    self.way[i] = pair[a == pair[0]]
                    self.wrong = [w for w in self.wrong if w not in pair] + [a]
        if not any(self.far):
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Go " + ", then ".join(self.way) + "."
    def solution(self):
        return list(self.plan)
