import random, re
class BlocksLinkFormatRowEnv:
    """Blocks Link Format Row
    Fill a bench for the owner show."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.row = rng.sample(["una", "gus", "max", "lea", "dov", "nia"], 6)
        on = self.on = rng.sample(self.row, 2)
        self.i, self.clues = 2, [""] * 2
        at, steps = self.row.index, {"left of": range(-6, 0), "right of": range(1, 7), "beside": [-1, 1]}
        while len(on) < 6:
            c = rng.sample([(r, p) for r in steps for p in on], 2)
            fit = [n for n in self.row if n not in on and all(at(n) - at(p) in steps[r] for r, p in c)]
            if len(fit) == 1:
                on += fit
                self.clues.append(" and ".join(map(" ".join, c)))
        return "At the blocks link format each guest has a seat. No errors. Reply \\boxed{1} to name the seat. " + self.show(), {}
    def show(self):
        on = self.on[:self.i]
        row = ", ".join(f"{i} {n if n in on else 'open'}" for i, n in enumerate(self.row, 1))
        return f"Seats: {row}. Next: {self.on[self.i]} sits {self.clues[self.i]}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        if a == self.solution()[self.i - 2]:
            self.i += 1
            note = "Correct. "
        elif a.isdecimal():
            return "No, another seat.", 0.0, True, False, {}
        if self.i == 6:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Seats in turn: " + ", ".join(self.solution()) + "."
    def solution(self):
        return [str(self.row.index(n) + 1) for n in self.on[2:]]
