import random, re
class CloudBoxShelfTraceEnv:
    """Cloud Box Shelf Trace
    Trace an illness from meeting to meeting."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.pool = ["hope", "fay", "kurt", "emil", "abel", "jill", "lisa"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i, self.plan = 0, []
        while len(set(self.plan)) < 3:
            self.names = rng.sample(self.pool, 6)
            self.first = rng.choice(self.names)
            self.safe = rng.choice([n for n in self.names if n != self.first])
            self.met = [rng.sample(self.names, 2) for i in range(6)]
            self.ill, self.plan = [self.first], []
            for x, y in self.met:
                new = [n for n in (x, y) if n not in self.ill and n != self.safe]
                self.plan.append(new[0] if len(new) == 1 and {x, y} & set(self.ill) else "nobody")
                self.ill += [n for n in self.plan[-1:] if n != "nobody"]
        return "At the cloud box shelf a cough passes whenever someone ill meets someone well. Name the new case of each of 6 meetings in turn. Answer \\boxed{hope} or \\boxed{nobody}; one error ends it. " + self.show(), {}
    def show(self):
        met = ", ".join(x + " and " + y for x, y in self.met)
        return f"First ill: {self.first}. Immune: {self.safe}. Meetings: {met}. Meeting {self.i + 1}?"
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a == self.plan[self.i]:
            self.i += 1
            note = "Good. "
        elif a in self.names + ["nobody"]:
            return f"No, it is {self.plan[self.i]}.", 0.0, True, False, {}
        if self.i == 6:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "They fall ill in turn: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
