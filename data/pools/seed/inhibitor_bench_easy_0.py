import random, re
class VolcanoWatchBenchEnv:
    """Volcano Watch Bench
    Leave out what stops the mix."""
    def __init__(self, max_turns=10, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.shelf = rng.sample(["tilt", "gas", "mirror", "drum", "volcano", "borax"], 6)
        mixed = rng.sample(self.shelf, 6)
        self.bad, self.plan = [(mixed[0], mixed[0]), (mixed[1], mixed[1])], mixed[-4:]
        self.mix, self.failed, self.undos = [], [], 2
        return "The watcher wants a mix of 4 that foams. Answer \\boxed{tilt} to add it, \\boxed{undo} if it goes flat. " + self.show(), {}
    def show(self):
        out, bad, k = " ".join(self.shelf), " ".join(self.failed) or "none", self.undos
        return f"In it: {len(self.mix)}. To add: {out}. Stopped by: {bad}. Undos: {k}. It {'goes flat' if self.flat() else 'foams'}."
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
            note = "Out again. "
        elif a in self.shelf:
            if self.flat() or a in self.failed:
                return "Too much.", 0.0, True, False, {}
            self.shelf.remove(a)
            self.mix.append(a)
            self.failed += [a] if self.flat() else []
            note = "In it goes. "
        if len(self.mix) == 4 and not self.flat():
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "The good ones: " + " and ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
