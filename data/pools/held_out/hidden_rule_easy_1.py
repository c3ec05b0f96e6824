import random, re
class WobbleLabSorterEnv:
    """Wobble Lab Sorter
    Find the one word that makes a thing pass."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.kinds = [["wet", "hot", "cold"], ["gold", "green", "blue"]]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.i, self.tried = 0, []
        self.rules = rng.sample([w for k in self.kinds for w in k], 2)
        return "The scientist lets things through a machine: one secret word decides. Send \\boxed{wet gold} to try, \\boxed{rule wet} to name the word (one error ends it). " + self.show(), {}
    def show(self):
        kinds = "; ".join(" ".join(k) for k in self.kinds)
        return f"Machine {self.i + 1} of 2. Words: {kinds}. Tried: {', '.join(self.tried) or 'none'}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        w, rule = a.split(), self.rules[self.i]
        note = "Not a usable reply. "
        if len(w) == len(self.kinds) and all(x in k for x, k in zip(w, self.kinds)):
            self.tried.append(a + (" pass" if rule in w else " stop"))
            note = ""
        elif a == "rule " + rule:
            if self.i == 1:
                return "Success.", 1.0, True, False, {}
            self.i, self.tried = 1, []
            note = "Correct. "
        elif w[:1] == ["rule"]:
            return f"That is not the rule.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "First " + self.rules[0] + ", then " + self.rules[1] + "."
    def solution(self):
        return ["rule " + r for r in self.rules]
