import random, re
class HookMeasureEnv:
    """Hook Measure
    The teacher pours between two jugs without a scale."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        x, y = self.names = rng.sample(["glass", "hook", "reel", "tray", "glove"], 2)
        big, small, self.goal, turn = rng.choice([(7, 2, 3, 0), (4, 3, 2, 1), (5, 3, 1, 1), (7, 3, 1, 0), (5, 2, 4, 1)])
        self.size, self.n, self.plan = {x: big, y: small}, {x: 0, y: 0}, []
        if turn:
            x, y = y, x
        while self.goal not in self.n.values():
            full = self.n[y] == self.size[y]
            self.plan.append(f"empty {y}" if full else f"pour {x} {y}" if self.n[x] else f"fill {x}")
            self.act(self.plan[-1].split())
        self.n = dict.fromkeys(self.names, 0)
        return "Two jugs at the nylon bench: get the wanted amount into one of them. Answer \\boxed{fill glass}, \\boxed{empty glass} or \\boxed{pour glass hook}. " + self.show(), {}
    def act(self, w):
        if w[0] == "pour":
            k = min(self.n[w[1]], self.size[w[2]] - self.n[w[2]])
            self.n[w[1]] -= k
            self.n[w[2]] += k
        else:
            self.n[w[1]] = self.size[w[1]] if w[0] == "fill" else 0
    def show(self):
        x, y = self.names
        return f"{x}: {self.n[x]} of {self.size[x]}. {y}: {self.n[y]} of {self.size[y]}. Wanted: {self.goal}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        w, two = a.split(), sorted(self.names)
        note = "Not a usable reply. "
        pour = w[:1] == ["pour"] and sorted(w[1:]) == two
        if pour or len(w) == 2 and w[0] in ("fill", "empty") and w[1] in two:
            self.act(w)
            note = "Done. "
        if self.goal in self.n.values():
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Do this: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
