import random, re
class SlideOutbreakEnv:
    """Slide Outbreak
    Trace an illness from meeting to meeting."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.pool = ["kurt", "dora", "carl", "ian", "bea"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i, self.plan = 0, []
        while len(set(self.plan)) < 3:
            self.names = rng.sample(self.pool, 5)
            self.first = rng.choice(self.names)
            self.safe = ""
            self.met = [rng.sample(self.names, 2) for i in range(4)]
            self.ill, self.plan = [self.first], []
            for x, y in self.met:
                new = [n for n in (x, y) if n not in self.ill and n != self.safe]
                self.plan.append(new[0] if len(new) == 1 and {x, y} & set(self.ill) else "nobody")
                self.ill += [n for n in self.plan[-1:] if n != "nobody"]
        return "At the bag belt a cough passes whenever someone ill meets someone well. Say who falls ill at each of 4 meetings, in order. Answer \\boxed{kurt} or \\boxed{nobody}; one error ends it. " + self.show(), {}
    def show(self):
        ill = [self.first] + [n for n in self.plan[:self.i] if n != "nobody"]
        return f"Ill so far: {' '.join(ill)}. Meeting {self.i + 1}: {' and '.join(self.met[self.i])} meet."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a == self.plan[self.i]:
            self.i += 1
            note = "Right. "
        elif a in self.names + ["nobody"]:
            return f"No, it is {self.plan[self.i]}.", 0.0, True, False, {}
        if self.i == 4:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "They fall ill in turn: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
