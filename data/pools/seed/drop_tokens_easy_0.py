import random, re
class SnowHutFallingTokensEnv:
    """Snow Hut Falling Tokens
    Choose a column for every token at the snow hut."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        kinds, names = rng.sample(["shovel", "slope", "rope", "glass", "pole", "pit"], 6), ["first", "second", "third"]
        self.want = {c: [kinds.pop() for i in range(2)] for c in names}
        order = rng.sample(names * 2, 6)
        fall = {c: iter(w) for c, w in self.want.items()}
        self.tokens = [next(fall[c]) for c in order][1:]
        self.now = {c: self.want[c][: order[:1].count(c)] for c in names}
        self.plan = order[1:]
        return "Drop each token so that the columns get as wanted. Reply \\boxed{second} or another column, lowest first. " + self.show(), {}
    def text(self, columns):
        return ", ".join(" ".join([c] + (w or ["empty"])) for c, w in columns.items())
    def show(self):
        want, now = self.text(self.want), self.text(self.now)
        return f"Plan: {want}. Now: {now}. To drop: {' '.join(self.tokens)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a in self.now:
            self.now[a].append(self.tokens.pop(0))
            note = "Dropped. "
            if self.now[a] != self.want[a][: len(self.now[a])]:
                return "The picture is spoilt.", 0.0, True, False, {}
        if not self.tokens:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "columns: " + " then ".join(self.plan) + "."
    def solution(self):
        return self.plan
