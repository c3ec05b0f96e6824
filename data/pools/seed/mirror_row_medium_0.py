import random, re
class ChainMirrorEnv:
    """Chain Mirror
    Complete the mirror row of the cutter."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        x, y, *tail = rng.sample(["ice", "crack", "wedge", "water", "row", "sled"], 6)
        core = [x, y, x]
        self.row = core + tail
        self.tail, self.past = tail, []
        return "The cutter wants a row that reads alike from left and right. Write \\boxed{ice} to add a word, \\boxed{undo} to take off. " + self.show(), {}
    def show(self):
        return "Row: " + ", ".join(self.row) + ". Add at: left."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        if a == "undo" and self.past:
            self.row = self.past.pop()
            note = "Taken off. "
        elif a in self.row:
            self.past.append(self.row)
            self.row = [a] + self.row
            note = "One more. "
        if self.row == self.row[::-1]:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "To add: " + ", ".join(self.tail) + "."
    def solution(self):
        return self.tail
