import random, re
class SledWitnessesEnv:
    """Sled Witnesses
    Find out who is truthful and who is false at the ice house."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.pool = ["ivo", "milo", "kai", "ada", "finn"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i = 1
        self.names = rng.sample(self.pool, 5)
        self.kinds = rng.sample(["truthful", "false"] * 2, 4)
        self.kinds.insert(0, rng.choice(self.kinds))
        return "The keeper at the ice house must learn who is truthful and who is false. False ones always lie. Say \\boxed{truthful} or \\boxed{false}. One error ends it. " + self.show(), {}
    def show(self):
        i, n = self.i, self.names[self.i]
        k = "truthful" if self.kinds[i] == self.kinds[i - 1] else "false"
        say = f"{self.names[i - 1]} says {n} is {k}."
        known = ", ".join(f"{p} {k}" for p, k in zip(self.names[:i], self.kinds))
        return f"Known: {known}. {say} Which is {n}?"
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        n, k = self.names[self.i], self.kinds[self.i]
        note = "Reply truthful or false. "
        if a in ["truthful", "false"] and a != k:
            return f"No, {n} is {k}.", 0.0, True, False, {}
        if a == k:
            self.i += 1
            note = "So it is. "
        if self.i == 5:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return ", ".join(f"{n} {k}" for n, k in zip(self.names, self.kinds)) + "."
    def solution(self):
        return self.kinds[1:]
