import random, re
class GateTwoTanksEnv:
    """Gate Two Tanks
    Fill, empty and pour until one jug is right."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        x, y = self.names = rng.sample(["chalk", "mark", "bag", "dog", "street"], 2)
        big, small, self.goal, turn = rng.choice([(5, 4, 2, 0), (6, 5, 2, 0), (5, 3, 4, 0), (9, 2, 3, 0), (7, 2, 6, 1)])
        self.size, self.n, self.plan = {x: big, y: small}, {x: 0, y: 0}, []
        if turn:
            x, y = y, x
        while self.goal not in self.n.values():
            full = self.n[y] == self.size[y]
            self.plan.append(f"empty {y}" if full else f"pour {x} {y}" if self.n[x] else f"fill {x}")
            self.act(self.plan[-1].split())
        self.n = dict.fromkeys(self.names, 0)
        return "Measure the wanted amount with two jugs named by what they hold. Write \\boxed{fill chalk}, \\boxed{empty chalk} or \\boxed{pour chalk mark}. " + self.show(), {}
    def act(self, w):
        if w[0] == "pour":
            k = min(self.n[w[1]], self.size[w[2]] - self.n[w[2]])
            self.n[w[1]] -= k
            self.n[w[2]] += k
        else:
            self.n[w[1]] = self.size[w[1]] if w[0] == "fill" else 0
    def show(self):
        x, y = self.names
        return f"{x}: {self.n[x]} of {self.size[x]}, {y}: {self.n[y]} of {self.size[y]}. Wanted: {self.goal}."
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
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Do this: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
