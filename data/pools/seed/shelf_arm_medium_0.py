import random, re
class WarmWallHouseShelfEnv:
    """Warm Wall House Shelf
    Tell the arm how far to go for the builder."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.row = rng.sample(["nail", "air", "beam", "heat", "wool", "wall"], 6)
        at, *self.calls = rng.sample(self.row, 5)
        i = self.i = self.row.index(at)
        row, self.plan = list(self.row), []
        for n in self.calls:
            j = row.index(n)
            self.plan.append(f"{'right' if j > i else 'left'} {abs(j - i)}")
            row[i], row[j], i = row[j], row[i], j
        return "Lead the arm to the wanted names. It trades places with the arm's name. Answer \\boxed{right 2} or \\boxed{left 1} to move. " + self.show(), {}
    def show(self):
        calls = " then ".join(self.calls)
        row, at = " ".join(self.row), self.row[self.i]
        return f"Row, left to right: {row}. Grip at: {at}. Wanted: {calls}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note, i = "Not a usable reply. ", self.i
        m = re.fullmatch(r"(left|right) (\d)", a)
        j = i + int(m[2]) * (1 if m[1] == "right" else -1) if m else -1
        if 0 <= j < 6:
            note, self.i = "Not wanted now. ", j
            if self.row[j] == self.calls[0]:
                self.calls.pop(0)
                note = "Right. "
                self.row[i], self.row[j] = self.row[j], self.row[i]
        if not self.calls:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "moves: " + ", ".join(self.plan) + "."
    def solution(self):
        return self.plan
