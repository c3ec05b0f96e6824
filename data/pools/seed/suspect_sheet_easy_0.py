import random, re
class TwoWallFlaskSuspectsEnv:
    """Two Wall Flask Suspects
    Ask for marks and accuse when one suspect is left."""
    def __init__(self, max_turns=9, **kwargs):
        self.max_turns = max_turns
        self.words = "round short tea heat".split()
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.case, self.cases = 0, []
        looks = [f"{c} {n}" for c in self.words[:2] for n in self.words[2:]]
        for i in range(2):
            sheet = list(zip(rng.sample("ada ben max ole".split(), 4), rng.sample(looks, 4)))
            self.cases.append((dict(sheet), *rng.choice(sheet)))
        self.left = self.cases[0][0]
        return "Who broke in at the two wall flask? Accuse the last one left. Reply \\boxed{round} to ask or \\boxed{ada} to accuse. " + self.show(), {}
    def show(self):
        left = ", ".join(f"{n} {x}" for n, x in self.left.items())
        return f"Case {self.case + 1} of 2. Suspects: {left}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        look = self.cases[self.case][2].split()
        if a in self.words:
            self.left = {n: x for n, x in self.left.items() if (a in x.split()) == (a in look)}
            note = "True. " if a in look else "No. "
        elif a in self.left:
            if len(self.left) > 1:
                return "Too early, no proof.", 0.0, True, False, {}
            self.case += 1
            if self.case == 2:
                return "Solved.", 1.0, True, False, {}
            note, self.left = "Yes. ", self.cases[1][0]
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Ask " + "; then ".join(f"{x} and accuse {n}" for s, n, x in self.cases) + "."
    def solution(self):
        return [w for s, n, x in self.cases for w in f'{x} {n}'.split()]
