import itertools, random, re
class BeadOrderEnv:
    """Bead Order
    Compare in pairs and name the tallest first."""
    def __init__(self, max_turns=10, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.order = rng.sample(["bead", "coin", "tray", "tube"], 4)
        self.left = self.order[:]
        self.facts = rng.sample(list(itertools.combinations(self.order, 2)), 1)
        return "Rank these for the clerk, tallest first. Reply \\boxed{bead coin} to compare, \\boxed{bead} to name. " + self.show(), {}
    def show(self):
        facts = ", ".join(f"{x} taller {y}" for x, y in self.facts if x in self.left) or "none"
        return f"Left: {' '.join(sorted(self.left))}. Seen: {facts}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        pair = tuple(n for n in self.left if n in a.split())
        if len(pair) == len(a.split()) == 2:
            note = f"{pair[0]} is taller. "
            self.facts += [pair] if pair not in self.facts else []
        elif a == self.left[0]:
            note = "Good. "
            self.left.pop(0)
        elif a in self.left:
            return "Wrong order.", 0.0, True, False, {}
        if len(self.left) == 1:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Tallest first: " + ", then ".join(self.order) + "."
    def solution(self):
        return self.order[:-1]
