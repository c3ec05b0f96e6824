import random, re
class GoldInhibitorEnv:
    """Gold Inhibitor
    Leave out what stops the dye."""
    def __init__(self, max_turns=11, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.shelf = rng.sample(["crack", "gold", "iron", "pan", "bend", "magnet", "borax"], 7)
        mixed = rng.sample(self.shelf, 7)
        self.bad, self.plan = [(mixed[0], mixed[0]), (mixed[1], mixed[2])], mixed[-5:]
        self.mix, self.failed, self.undos = [], [], 2
        return "Put 5 things in the dye so that it still shines. Send \\boxed{crack} to add it, \\boxed{undo} if it turns grey. " + self.show(), {}
    def show(self):
        out, bad, k = " ".join(self.shelf), " ".join(self.failed) or "none", self.undos
        return f"Contents: {len(self.mix)}. To add: {out}. Stopped by: {bad}. Undos: {k}. It {'turns grey' if self.flat() else 'shines'}."
    def flat(self):
        return any(x in self.mix and y in self.mix for x, y in self.bad)
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a == "undo" and self.mix and self.undos:
            self.shelf.append(self.mix.pop())
            self.undos -= 1
            note = "Out again. "
        elif a in self.shelf:
            if self.flat() or a in self.failed:
                return "Now it is spoiled.", 0.0, True, False, {}
            self.shelf.remove(a)
            self.mix.append(a)
            self.failed += [a] if self.flat() else []
            note = "In it goes. "
        if len(self.mix) == 5 and not self.flat():
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "The good ones: " + " and ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
