import itertools, random, re
class CabbageJuiceBenchOldestEnv:
    """Cabbage Juice Bench Oldest
    Compare in pairs and name the oldest first."""
    def __init__(self, max_turns=12, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.order = rng.sample(["juice", "colour", "tube", "acid", "lye"], 5)
        self.left = self.order[:]
        self.facts = rng.sample(list(itertools.combinations(self.order, 2)), 4)
        return "Rank these for the student, oldest first. Write \\boxed{juice colour} to compare, \\boxed{juice} to name. " + self.show(), {}
    def show(self):
        facts = ", ".join(f"{x} older {y}" for x, y in self.facts if x in self.left) or "none"
        return f"Unranked: {' '.join(sorted(self.left))}. Facts: {facts}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        pair = tuple(n for n in self.left if n in a.split())
        if len(pair) == len(a.split()) == 2:
            note = f"{pair[0]} is older. "
            self.facts += [pair] if pair not in self.facts else []
        elif a == self.left[0]:
            note = "Correct. "
            self.left.pop(0)
        elif a in self.left:
            return "That was not the oldest.", 0.0, True, False, {}
        if len(self.left) == 1:
            return "All done, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Oldest first: " + ", then ".join(self.order) + "."
    def solution(self):
        return self.order[:-1]
