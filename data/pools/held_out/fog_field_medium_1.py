import random, re
class CloudBoxShelfFogEnv:
    """Cloud Box Shelf Fog
    Find the magnet in the fog of the cloud box shelf by its echo."""
    def __init__(self, max_turns=11, **kwargs):
        self.max_turns = max_turns
        self.ways = [["starboard", "port"], ["ahead", "astern"]]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        cut = sorted(rng.sample(range(1, 7), 1)) + [7]
        self.far = [y - x for x, y in zip([0] + cut, cut)]
        self.way = [rng.choice(pair) for pair in self.ways]
        self.plan = [d for d, n in zip(self.way, self.far) for i in range(n)]
        self.wrong = []
        return "The student hears the magnet through fog: so many steps on each line. Write \\boxed{astern}, one of starboard, port, ahead, astern. " + self.show(), {}
    def show(self):
        echo = ", ".join(f"{n} {'-'.join(p)}" for n, p in zip(self.far, self.ways))
        return f"Steps: {echo}. Wrong way: {' '.join(self.wrong) or 'none'}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        for i, pair in enumerate(self.ways):
            if a in pair:
                good = a == self.way[i] and self.far[i] > 0
                self.far[i] += -1 if good else 1
                note = "Closer. " if good else "Farther. "
                if not good:
                    self.way[i] = pair[a == pair[0]]
                    self.wrong = [w for w in self.wrong if w not in pair] + [a]
        if not any(self.far):
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Go " + ", then ".join(self.way) + "."
    def solution(self):
        return list(self.plan)
