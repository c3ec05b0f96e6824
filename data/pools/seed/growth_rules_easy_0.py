import random, re
class BeanGrowingRowEnv:
    """Bean Growing Row
    Leave or open words to make a row."""
    def __init__(self, max_turns=11, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names = rng.sample(["knot", "soil", "spade", "bean", "wheat"], 5)
        self.rules = {w: [names[i + 1], rng.choice(names[i + 1:])] for i, w in enumerate(names[:3])}
        self.row, self.plan = names[:2], []
        while self.plan.count("open") != 3:
            row, self.plan, self.goal = names[:2], [], []
            while row:
                w = row.pop(0)
                grows = w in self.rules and rng.random() < 0.5
                self.plan.append(["leave", "open"][grows])
                self.goal += [] if grows else [w]
                row = self.rules[w] + row if grows else row
        return "The farmer grows a row of words into the goal. Send \\boxed{leave} or \\boxed{open}. " + self.show(), {}
    def show(self):
        rules = ", ".join(f"{w} to {x} {y}" for w, (x, y) in self.rules.items())
        row = f"Row: {' '.join(self.row)}. Goal: {' '.join(self.goal)}."
        return f"Rules: {rules}. {row} Leave or open {self.row[0]}?"
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a == self.plan[0]:
            note = ""
            self.row[:1] = self.rules[self.row[0]] if a == "open" else []
            self.goal = self.goal[a == "leave":]
            self.plan.pop(0)
        elif a in ("leave", "open"):
            return "A misfit.", 0.0, True, False, {}
        if not self.plan:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "In turn: " + " ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
