import random, re
class NightBakeryLineGridEnv:
    """Night Bakery Line Grid
    The baker knows every sum but lost some numbers."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.v = {c: rng.randint(1, 5) for c in "a1 a2 a3 b1 b2 b3 c1 c2 c3".split()}
        self.gaps = rng.choice(["a2 a1 c3", "c2 b1 a3", "b1 b3 c2", "c2 a2 b2"]).split()
        self.plan = [f"{c} {self.v[c]}" for c in self.gaps]
        return "Find the numbers behind the question marks. Write \\boxed{b3 1} to put a number in row b, column 3. " + self.show(), {}
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
        note = "No such choice. "
        c, v = (a.split() + ["", ""])[:2]
        if c in self.gaps:
            note = "Wrong. "
            if v == str(self.v[c]):
                self.gaps.remove(c)
                note = "Correct. "
        if not self.gaps:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Fill in: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
