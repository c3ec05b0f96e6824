import random, re
class BreadKitchenBenchEnv:
    """Bread Kitchen Bench
    Only unlike kinds react; find them all."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.names = rng.sample(["water", "flour", "oven", "yeast", "loaf", "dough", "salt"], 6)
        self.other = []
        while not self.other:
            self.other = [n for n in self.names[1:] if rng.random() < 0.5]
        self.left, self.log = dict.fromkeys(self.names, 9), []
        return "The baker has two kinds of powder. Unlike kinds fizz, like kinds stay calm. List all that are unlike the known one. Answer \\boxed{mix water flour} or, once, \\boxed{other flour oven}. " + self.show(), {}
    def show(self):
        log = ", ".join(self.log) or "none"
        return f"Flasks: {' '.join(self.names)}. Known: {self.names[0]}. Log: {log}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        w = a.split()
        note = "Not a usable reply. "
        if w[:1] == ["mix"] and len(w) == 3 and w[1] != w[2] and all(self.left.get(n) for n in w[1:]):
            unlike = (w[1] in self.other) != (w[2] in self.other)
            self.log.append(f"{w[1]} {w[2]} {'fizz' if unlike else 'calm'}")
            for n in w[1:]:
                self.left[n] -= 1
            note = "Mixed. "
        elif w[:1] == ["other"]:
            if sorted(w[1:]) == sorted(self.other):
                return "All done, you win.", 1.0, True, False, {}
            return "Wrong list.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "The other kind is " + ", ".join(self.other) + "."
    def solution(self):
        return ["other " + " ".join(self.other)]
