import random, re
class WeddingTablePlanSumsEnv:
    """Wedding Table Plan Sums
    Rows and columns give away the missing numbers."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.v = {c: rng.randint(1, 7) for c in "a1 a2 a3 b1 b2 b3 c1 c2 c3".split()}
        self.gaps = rng.choice(["a3 b1 c2 c3", "b2 a1 b1 b3", "c3 b3 a3 a2", "b2 a2 a1 a3"]).split()
        self.plan = [f"{c} {self.v[c]}" for c in self.gaps]
        return "The mother of the wedding table plan lost some seat counts. Reply \\boxed{b3 5} to put a number in row b, column 3. " + self.show(), {}
    def line(self, cells):
        shown = " ".join("?" if c in self.gaps else str(self.v[c]) for c in cells)
        return f"{shown} sum {sum(self.v[c] for c in cells)}"
    def show(self):
        rows = ", ".join(f"{r}: {self.line([r + c for c in '123'])}" for r in "abc")
        cols = ", ".join(f"{c}: {self.line([r + c for r in 'abc'])}" for c in "123")
        return f"Rows: {rows}. Down: {cols}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        c, v = (a.split() + ["", ""])[:2]
        if c in self.gaps:
            note = "That is not it. "
            if v == str(self.v[c]):
                self.gaps.remove(c)
                note = "Good. "
        if not self.gaps:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Numbers: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
