import random, re
class BarrelSorterEnv:
    """Barrel Sorter
    Find the one word that makes a thing pass."""
    def __init__(self, max_turns=10, **kwargs):
        self.max_turns = max_turns
        self.kinds = [["red", "blue", "gold"], ["dry", "wet", "cold"], ["round", "long", "flat"]]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i, self.tried = 0, []
        self.rules = rng.sample([w for k in self.kinds for w in k], 2)
        return "The maker lets things through a gate: one secret word decides. Write \\boxed{red dry round} to try, \\boxed{rule red} to name the word (one error ends it). " + self.show(), {}
    def show(self):
        kinds = "; ".join(" ".join(k) for k in self.kinds)
        return f"Gate {self.i + 1} of 2. Words: {kinds}. Tried: {', '.join(self.tried) or 'none'}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        w, rule = a.split(), self.rules[self.i]
        note = "Not a usable reply. "
        if len(w) == len(self.kinds) and all(x in k for x, k in zip(w, self.kinds)):
            self.tried.append(a + (" yes" if rule in w else " no"))
            note = ""
        elif a == "rule " + rule:
            if self.i == 1:
                return "Success.", 1.0, True, False, {}
            self.i, self.tried = 1, []
            note = "Good. "
        elif w[:1] == ["rule"]:
            return f"No, the word was {rule}.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "First " + self.rules[0] + ", then " + self.rules[1] + "."
    def solution(self):
        return ["rule " + r for r in self.rules]
