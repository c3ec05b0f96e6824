import random, re
class BottlePostBeachFallingTokensEnv:
    """Bottle Post Beach Falling Tokens
    Tokens fall into columns, the lowest first."""
    def __init__(self, max_turns=10, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        kinds, names = rng.sample(["float", "bottle", "place", "sail", "beach", "note"], 3), ["first", "second", "third"]
        self.want = {c: rng.choices(kinds, k=3) for c in names}
        order = rng.sample(names * 3, 9)
        fall = {c: iter(w) for c, w in self.want.items()}
        self.tokens = [next(fall[c]) for c in order][2:]
        self.now = {c: self.want[c][: order[:2].count(c)] for c in names}
        self.plan = order[2:]
        return "Drop each token so that the columns get as wanted. Send \\boxed{second} or another column, lowest first. " + self.show(), {}
    def text(self, columns):
        return ", ".join(" ".join([c] + (w or ["empty"])) for c, w in columns.items())
    def show(self):
        want, now = self.text(self.want), self.text(self.now)
        return f"Plan: {want}. Now: {now}. Tokens: {' '.join(self.tokens)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.now:
            self.now[a].append(self.tokens.pop(0))
            note = "Dropped. "
            if self.now[a] != self.want[a][: len(self.now[a])]:
                return "Wrong column.", 0.0, True, False, {}
        if not self.tokens:
            return "All done, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "drop " + ", ".join(self.plan) + "."
    def solution(self):
        return self.plan
