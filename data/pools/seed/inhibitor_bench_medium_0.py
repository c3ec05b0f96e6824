import random, re
class PrintShopBenchEnv:
    """Print Shop Bench
    Add one at a time, so that the batter works."""
    def __init__(self, max_turns=12, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.shelf = rng.sample(["ink", "paper", "frame", "press", "letter", "stick", "borax"], 7)
        mixed = rng.sample(self.shelf, 7)
        self.bad, self.plan = [(mixed[0], mixed[0]), (mixed[1], mixed[1])], mixed[-5:]
        self.mix, self.failed, self.undos = [], [], 2
        return "Make a batter of 5 that rises. Send \\boxed{ink} to add it, \\boxed{undo} if it sinks. " + self.show(), {}
    def show(self):
        out, bad, k = " ".join(self.shelf), " ".join(self.failed) or "none", self.undos
        return f"Contents: {len(self.mix)}. Shelf: {out}. Failed with: {bad}. Undos: {k}. It {'sinks' if self.flat() else 'rises'}."
    def flat(self):
        return any(x in self.mix and y in self.mix for x, y in self.bad)
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a == "undo" and self.mix and self.undos:
            self.shelf.append(self.mix.pop())
            self.undos -= 1
            note = "One step back. "
        elif a in self.shelf:
            if self.flat() or a in self.failed:
                return "Now it is spoiled.", 0.0, True, False, {}
            self.shelf.remove(a)
            self.mix.append(a)
            self.failed += [a] if self.flat() else []
            note = "In it goes. "
        if len(self.mix) == 5 and not self.flat():
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "The good ones: " + " and ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
