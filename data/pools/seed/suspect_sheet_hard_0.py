import random, re
class LeftCartMailCaseEnv:
    """Left Cart Mail Case
    Find who took the month from the left cart mail, twice."""
    def __init__(self, max_turns=12, **kwargs):
        self.max_turns = max_turns
        self.words = "green blue red month cart link".split()
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.case, self.cases = 0, []
        looks = [f"{c} {n}" for c in self.words[:3] for n in self.words[3:]]
        for i in range(2):
            sheet = list(zip(rng.sample("gus dov eva ivo kai max ada nia".split(), 8), rng.sample(looks, 8)))
            self.cases.append((dict(sheet), *rng.choice(sheet)))
        self.left = self.cases[0][0]
        return "The seller asks who did it. Accuse the last one left. Send \\boxed{green} to ask or \\boxed{gus} to accuse. " + self.show(), {}
    def show(self):
        left = ", ".join(f"{n} {x}" for n, x in self.left.items())
        return f"Crime {self.case + 1} of 2. List: {left}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        look = self.cases[self.case][2].split()
        if a in self.words:
            self.left = {n: x for n, x in self.left.items() if (a in x.split()) == (a in look)}
            note = "Yes, that fits. " if a in look else "No, others. "
        elif a in self.left:
            if len(self.left) > 1:
                return "Not proved. It is over.", 0.0, True, False, {}
            self.case += 1
            if self.case == 2:
                return "All done, you win.", 1.0, True, False, {}
            note, self.left = "Right. ", self.cases[1][0]
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Ask " + "; then ".join(f"{x} and accuse {n}" for s, n, x in self.cases) + "."
    def solution(self):
        return [w for s, n, x in self.cases for w in f'{x} {n}'.split()]
