import random, re
class PaperRoundCornerMixturesEnv:
    """Paper Round Corner Mixtures
    Only unlike kinds react; find them all."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.names = rng.sample(["chalk", "bag", "corner", "dog", "street", "mark"], 6)
        self.other = []
        while not self.other:
            self.other = [n for n in self.names[1:] if rng.random() < 0.5]
        self.left, self.log = dict.fromkeys(self.names, 2), []
        return "There are two kinds. Unlike kinds warm, like kinds stay cool. List all that are unlike the known one. Each lasts for two mixtures. Send \\boxed{mix chalk bag} or, once, \\boxed{other bag corner}. " + self.show(), {}
    def show(self):
        log = ", ".join(self.log) or "none"
        return f"Flasks: {' '.join(self.names)}. Known: {self.names[0]}. Log: {log}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        w = a.split()
        note = "That is not possible. "
        if w[:1] == ["mix"] and len(w) == 3 and w[1] != w[2] and all(self.left.get(n) for n in w[1:]):
            unlike = (w[1] in self.other) != (w[2] in self.other)
            self.log.append(f"{w[1]} {w[2]} {'warm' if unlike else 'cool'}")
            for n in w[1:]:
                self.left[n] -= 1
            note = "Mixed. "
        elif w[:1] == ["other"]:
            if sorted(w[1:]) == sorted(self.other):
                return "That is it, you win.", 1.0, True, False, {}
            return "Not those.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "The other kind is " + ", ".join(self.other) + "."
    def solution(self):
        return ["other " + " ".join(self.other)]
