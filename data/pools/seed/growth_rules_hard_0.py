import random, re
class PanelGrowthEnv:
    """Panel Growth
    Words that grow into two."""
    def __init__(self, max_turns=11, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names = rng.sample(["hall", "wall", "tone", "curtain", "chair"], 5)
        self.rules = {w: [w, rng.choice(names[3:])] for i, w in enumerate(names[:3])}
        self.row, self.plan = names[:2], []
        while self.plan.count("change") != 3:
            row, self.plan, self.goal = names[:2], [], []
            while row:
                w = row.pop(0)
                grows = w in self.rules and rng.random() < 0.5
                self.plan.append(["hold", "change"][grows])
                self.goal += [] if grows else [w]
                row = self.rules[w] + row if grows else row
        return "Make the goal row by the rules of the sound wall. Send \\boxed{hold} or \\boxed{change}. " + self.show(), {}
    def show(self):
        rules = ", ".join(f"{w} to {x} {y}" for w, (x, y) in self.rules.items())
        row = f"To do: {' '.join(self.row)}. Goal: {' '.join(self.goal)}."
        return f"Rules: {rules}. {row} Hold or change {self.row[0]}?"
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a == self.plan[0]:
            note = ""
            self.row[:1] = self.rules[self.row[0]] if a == "change" else []
            self.goal = self.goal[a == "hold":]
            self.plan.pop(0)
        elif a in ("hold", "change"):
            return "The row went wrong.", 0.0, True, False, {}
        if not self.plan:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "In turn: " + " ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
