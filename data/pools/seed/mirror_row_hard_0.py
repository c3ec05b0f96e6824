import random, re
class FoamFireShedMirrorEnv:
    """Foam Fire Shed Mirror
    Add words at an end until the row mirrors itself."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        x, y, *tail = rng.sample(["pin", "fuel", "fire", "pan", "bottle", "lid"], 6)
        tail.append(tail[0])
        core = [x, y, y, x]
        self.side = rng.choice(["left", "right"])
        self.row = core + tail if self.side == "left" else tail[::-1] + core
        self.tail, self.past = tail, []
        return "The fireman wants a row that reads alike from left and right. Reply \\boxed{left pin} to add a word, \\boxed{undo} to take off. " + self.show(), {}
    def show(self):
        return "String: " + " - ".join(self.row) + ". Add at: left or right."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        side, _, word = a.partition(" ")
        if a == "undo" and self.past:
            self.row = self.past.pop()
            note = "Undone. "
        elif side in ("left", "right") and word in self.row:
            self.past.append(self.row)
            self.row = [word] + self.row if side == "left" else self.row + [word]
            note = "It is on. "
        if self.row == self.row[::-1]:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return f"Add on the {self.side}: " + ", ".join(self.tail) + "."
    def solution(self):
        return [self.side + " " + word for word in self.tail]
