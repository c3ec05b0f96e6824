import random, re
class CuckooHedgeSuspectsEnv:
    """Cuckoo Hedge Suspects
    Two cases for the observer: ask, then accuse."""
    def __init__(self, max_turns=11, **kwargs):
        self.max_turns = max_turns
        self.words = "grey black mouth bird back".split()
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.case, self.cases = 0, []
        looks = [f"{c} {n}" for c in self.words[:2] for n in self.words[2:]]
        for i in range(2):
            sheet = list(zip(rng.sample("ole eva dov gus una kai".split(), 6), rng.sample(looks, 6)))
            self.cases.append((dict(sheet), *rng.choice(sheet)))
        self.left = self.cases[0][0]
        return "Who broke in at the cuckoo hedge? Accuse the last one left. Reply \\boxed{grey} to ask or \\boxed{ole} to accuse. " + self.show(), {}
    def show(self):
        left = ", ".join(f"{n} {x}" for n, x in self.left.items())
        return f"Crime {self.case + 1} of 2. Suspects: {left}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        look = self.cases[self.case][2].split()
        if a in self.words:
            self.left = {n: x for n, x in self.left.items() if (a in x.split()) == (a in look)}
            note = "Yes, that fits. " if a in look else "No, others. "
        elif a in self.left:
            if len(self.left) > 1:
                return "That was a guess only.", 0.0, True, False, {}
            self.case += 1
            if self.case == 2:
                return "Success.", 1.0, True, False, {}
            note, self.left = "Yes. ", self.cases[1][0]
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "; next ".join(f"{x}, it is {n}" for s, n, x in self.cases) + "."
    def solution(self):
        return [w for s, n, x in self.cases for w in f'{x} {n}'.split()]
