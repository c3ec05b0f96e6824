import random, re
class BoatShelfEnv:
    """Boat Shelf
    Count the places between two names of a row."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.row = rng.sample(["fold", "strip", "seam", "film", "coin", "boat"], 6)
        at, *self.calls = rng.sample(self.row, 4)
        i = self.i = self.row.index(at)
        row, self.plan = list(self.row), []
        for n in self.calls:
            j = row.index(n)
            self.plan.append(f"{'ahead' if j > i else 'back'} {abs(j - i)}")
            row[i], row[j], i = row[i], row[j], j
        return "Lead the arm to the wanted names. Answer \\boxed{ahead 2} or \\boxed{back 1} to move. " + self.show(), {}
    def show(self):
        calls = " then ".join(self.calls)
        row, at = " ".join(self.row), self.row[self.i]
        return f"Shelf, back to ahead: {row}. Grip at: {at}. Bring: {calls}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note, i = "That is not possible. ", self.i
        m = re.fullmatch(r"(back|ahead) (\d)", a)
        j = i + int(m[2]) * (1 if m[1] == "ahead" else -1) if m else -1
        if 0 <= j < 6:
            note, self.i = "It grips nothing. ", j
            if self.row[j] == self.calls[0]:
                self.calls.pop(0)
                note = "Good. "
        if not self.calls:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return " then ".join(self.plan) + "."
    def solution(self):
        return self.plan
