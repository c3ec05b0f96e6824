import random, re
class InkSacTankChangesEnv:
    """Ink Sac Tank Changes
    3 changes of one thing at the ink sac tank."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.rows = [["low", "short", "tall"], ["black", "brown", "grey"], ["lid", "arm", "jar"]]
        now = [rng.choice(row) for row in self.rows]
        self.now, self.todo = " ".join(now), []
        for i in range(3):
            at = rng.sample(range(3), 1)
            other = [rng.choice([w for w in r if w != v]) for v, r in zip(now, self.rows)]
            new = [w if i in at else v for i, (v, w) in enumerate(zip(now, other))]
            pair = [v if i in at else rng.choice(r) for i, (v, r) in enumerate(zip(now, self.rows))]
            twin = [w if i in at else v for i, (v, w) in enumerate(zip(pair, new))]
            self.todo.append((" ".join(pair) + " turns into " + " ".join(twin), " ".join(new)))
            now = new
        return "Change your thing in the way the pair changes. Answer \\boxed{short black jar}. " + self.show(), {}
    def show(self):
        return f"Pair: {self.todo[0][0]}. Yours: {self.now}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not that. "
        if a == self.todo[0][1]:
            self.todo.pop(0)
            self.now = a
            note = "Yes. "
        if not self.todo:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "It will be " + ", then ".join(r[1] for r in self.todo) + "."
    def solution(self):
        return [r[1] for r in self.todo]
