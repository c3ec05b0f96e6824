import random, re
class PileQuayShelfArmEnv:
    """Pile Quay Shelf Arm
    Fetch 4 names at the pile quay."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.row = rng.sample(["ground", "mud", "wood", "tide", "block", "house", "weight"], 6)
        at, *self.calls = rng.sample(self.row, 5)
        i = self.i = self.row.index(at)
        row, self.plan = list(self.row), []
        for n in self.calls:
            j = row.index(n)
            self.plan.append(f"{'up' if j > i else 'down'} {abs(j - i)}")
            row[i], row[j], i = row[i], row[j], j
        return "Fetch names at the pile quay in order. Write \\boxed{up 2} or \\boxed{down 1} to move. " + self.show(), {}
    def told(self, n):
        j = self.row.index(n)
        return f"up of {self.row[j - 1]}" if j else f"down of {self.row[1]}"
    def show(self):
        calls = " then ".join(map(self.told, self.calls))
        row, at = " ".join(self.row), self.row[self.i]
        return f"Row, down to up: {row}. Grip at: {at}. Wanted: {calls}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note, i = "No such choice. ", self.i
        m = re.fullmatch(r"(down|up) (\d)", a)
        j = i + int(m[2]) * (1 if m[1] == "up" else -1) if m else -1
        if 0 <= j < 6:
            note, self.i = "Not wanted now. ", j
            if self.row[j] == self.calls[0]:
                self.calls.pop(0)
                note = "Yes. "
        if not self.calls:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "moves: " + ", ".join(self.plan) + "."
    def solution(self):
        return self.plan
