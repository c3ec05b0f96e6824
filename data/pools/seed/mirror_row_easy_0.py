import random, re
class PlanetWalkBothWaysEnv:
    """Planet Walk Both Ways
    Complete the mirror row of the walker."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        x, y, *tail = rng.sample(["path", "bead", "pea", "post", "ocean"], 5)
        core = [x, y, y, x]
        self.row = tail[::-1] + core
        self.tail, self.past = tail, []
        return "The walker wants a row that reads alike from left and right. Write \\boxed{path} to add a word, \\boxed{undo} to take off. " + self.show(), {}
    def show(self):
        return "Row: " + ", ".join(self.row) + ". Open end: right."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a == "undo" and self.past:
            self.row = self.past.pop()
            note = "Undone. "
        elif a in self.row:
            self.past.append(self.row)
            self.row = self.row + [a]
            note = "Added. "
        if self.row == self.row[::-1]:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Add " + " then ".join(self.tail) + "."
    def solution(self):
        return self.tail
