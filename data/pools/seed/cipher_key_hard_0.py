import random, re
class TramDepotCodeEnv:
    """Tram Depot Code
    Decode letters with the key of the driver."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        code = rng.sample("dflmrt", 6)
        self.key = dict(zip(code, "dflmrt"))
        self.good = 0
        self.rounds = []
        for i in range(3):
            word = rng.sample(code, 4)
            p = "".join(self.key[c] for c in word)
            opts = [p, p[::-1], p[1:] + p[:1], p[2:] + p[:2]]
            rng.shuffle(opts)
            self.rounds.append((word, opts, p))
        return "Read the coded word of the driver. Choose 3 times without a mistake. Answer \\boxed{d f l m}. " + self.show(), {}
    def show(self):
        key = ", ".join(c + " is " + p for c, p in self.key.items())
        word, opts, p = self.rounds[self.good]
        text = ", ".join(" ".join(o) for o in opts)
        return f"Table: {key}. Word {self.good + 1}: {' '.join(word)}. Choices: {text}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a.replace(" ", "") == self.rounds[self.good][2]:
            self.good += 1
            note = "Right. "
        elif a:
            return "Not so.", 0.0, True, False, {}
        if self.good == 3:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return ", ".join(f"word {i + 1} is " + " ".join(x[2]) for i, x in enumerate(self.rounds)) + "."
    def solution(self):
        return [x[2] for x in self.rounds]
