import random, re
class DryIceDockRiverEnv:
    """Dry Ice Dock River
    Some may not stay together while you row."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.names = rng.sample(["gas", "bottle", "cellar", "block", "skin", "door"], 4)
        self.foes = [(self.names[i], self.names[j]) for i, j in [(0, 1), (0, 2), (1, 2), (1, 3)]]
        self.plan = [" ".join(self.names[i] for i in go) or "nobody" for go in [[0, 1], [0], [0, 3], [1], [1, 2]]]
        self.here, self.near = sorted(self.names), True
        return "Row everyone over, at most two with you, and part the foes. Reply \\boxed{gas bottle} or \\boxed{nobody} to cross. " + self.show(), {}
    def show(self):
        far = [n for n in sorted(self.names) if n not in self.here]
        foes = ", ".join(f"{x} with {y}" for x, y in self.foes)
        lists = f"Near: {' '.join(self.here) or 'nobody'}. Far: {' '.join(far) or 'nobody'}."
        return f"{lists} You: {'near' if self.near else 'far'}. Foes: {foes}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        go = [] if a == "nobody" else a.split()
        side = [n for n in self.names if (n in self.here) == self.near]
        note = "No such choice. "
        if a and len(set(go)) == len(go) <= 2 and all(n in side for n in go):
            for x, y in self.foes:
                if x in side and y in side and not {x, y} & set(go):
                    return f"{x} and {y} were alone. Lost.", 0.0, True, False, {}
            self.here = sorted(set(self.here) ^ set(go))
            self.near = not self.near
            note = "Over. "
        if not self.here:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Take: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
