import random, re
class QuarryBenchEnv:
    """Quarry Bench
    Each clue settles one seat at the quarry."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.row = rng.sample(["gus", "ivo", "ada", "eva", "max"], 5)
        on = self.on = rng.sample(self.row, 1)
        self.i, self.clues = 1, [""] * 1
        at, steps = self.row.index, {"two left of": -2, "two right of": 2, "just left of": -1, "just right of": 1}
        while len(on) < 5:
            r, p = rng.choice(list(steps)), rng.choice(on)
            fit = [n for n in self.row if n not in on and at(n) - at(p) == steps[r]]
            if len(fit) == 1:
                on += fit
                self.clues.append(r + " " + p)
        return "At the quarry each guest has a seat. No errors. Answer \\boxed{5} to name the seat. " + self.show(), {}
    def show(self):
        on = self.on[:self.i]
        row = ", ".join(f"{i} {n if n in on else 'open'}" for i, n in enumerate(self.row, 1))
        return f"Bench: {row}. Next: {self.on[self.i]} sits {self.clues[self.i]}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a == self.solution()[self.i - 1]:
            self.i += 1
            note = "Yes. "
        elif a.isdecimal():
            return "That seat is wrong.", 0.0, True, False, {}
        if self.i == 5:
            return "All done, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Take " + ", then ".join(self.solution()) + "."
    def solution(self):
        return [str(self.row.index(n) + 1) for n in self.on[1:]]
