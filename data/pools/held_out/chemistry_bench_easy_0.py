import random, re
class PairBenchEnv:
    """Pair Bench
    The planner of the blocks link format has two kinds of powders, unlabelled."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.names = rng.sample(["chain", "link", "owner", "ring", "notice"], 5)
        self.other = []
        while not self.other:
            self.other = [n for n in self.names[1:] if rng.random() < 0.5]
        self.left, self.log = dict.fromkeys(self.names, 9), []
        return "There are two kinds. Unlike kinds foam, like kinds stay clear. List all that are unlike the known one. Write \\boxed{mix chain link} or, once, \\boxed{other link owner}. " + self.show(), {}
    def show(self):
        log = ", ".join(self.log) or "none"
        return f"Powders: {' '.join(self.names)}. Known: {self.names[0]}. Mixed: {log}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        w = a.split()
        note = "Please use the format. "
        if w[:1] == ["mix"] and len(w) == 3 and w[1] != w[2] and all(self.left.get(n) for n in w[1:]):
            unlike = (w[1] in self.other) != (w[2] in self.other)
            self.log.append(f"{w[1]} {w[2]} {'foam' if unlike else 'clear'}")
            for n in w[1:]:
                self.left[n] -= 1
            note = "Look. "
        elif w[:1] == ["other"]:
            if sorted(w[1:]) == sorted(self.other):
                return "All done, you win.", 1.0, True, False, {}
            return "Wrong list.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Unlike it: " + " ".join(self.other) + "."
    def solution(self):
        return ["other " + " ".join(self.other)]
