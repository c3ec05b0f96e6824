import random, re
class CordFallingTokensEnv:
    """Cord Falling Tokens
    Build a picture of columns for the teacher."""
    def __init__(self, max_turns=9, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        kinds, names = rng.sample(["cord", "pendulum", "stone", "beam", "cork", "string"], 4), ["red", "blue", "green"]
        self.want = {c: rng.choices(kinds, k=3) for c in names}
        order = rng.sample(names * 3, 9)
        fall = {c: iter(w) for c, w in self.want.items()}
        self.tokens = [next(fall[c]) for c in order][3:]
        self.now = {c: self.want[c][: order[:3].count(c)] for c in names}
        self.plan = order[3:]
        return "Drop each token so that the columns get as wanted. Write \\boxed{blue} or another column, lowest first. " + self.show(), {}
    def text(self, columns):
        return ", ".join(" ".join([c] + (w or ["empty"])) for c, w in columns.items())
    def show(self):
        want, now = self.text(self.want), self.text(self.now)
        return f"Picture: {want}. So far: {now}. Tokens: {' '.join(self.tokens)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.now:
            self.now[a].append(self.tokens.pop(0))
            note = "Dropped. "
            if self.now[a] != self.want[a][: len(self.now[a])]:
                return "The picture is spoilt.", 0.0, True, False, {}
        if not self.tokens:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "columns: " + " then ".join(self.plan) + "."
    def solution(self):
        return self.plan
