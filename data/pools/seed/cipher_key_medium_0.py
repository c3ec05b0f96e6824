import random, re
class CopperLettersEnv:
    """Copper Letters
    The chemist swaps letters. Swap them back."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        code = rng.sample("mnopwz", 6)
        self.key = dict(zip(code, "mnopwz"))
        self.good = 0
        self.rounds = []
        for i in range(3):
            word = rng.sample(code, 3)
            p = "".join(self.key[c] for c in word)
            opts = [p, p[::-1], p[1:] + p[:1], p[2:] + p[:2]]
            rng.shuffle(opts)
            self.rounds.append((word, opts, p))
        return "Read the coded word of the chemist. Choose 3 times without a mistake. Reply \\boxed{m n o}. " + self.show(), {}
    def show(self):
        key = ", ".join(c + " means " + p for c, p in self.key.items())
        word, opts, p = self.rounds[self.good]
        text = ", ".join(" ".join(o) for o in opts)
        return f"Code: {key}. Word {self.good + 1}: {' '.join(word)}. Choices: {text}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a.replace(" ", "") == self.rounds[self.good][2]:
            self.good += 1
            note = "Good. "
        elif a:
            return "Wrong.", 0.0, True, False, {}
        if self.good == 3:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return ", ".join(f"word {i + 1} is " + " ".join(x[2]) for i, x in enumerate(self.rounds)) + "."
    def solution(self):
        return [x[2] for x in self.rounds]
