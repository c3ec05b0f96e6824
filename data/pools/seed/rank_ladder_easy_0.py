import itertools, random, re
class TempleDiscPostRankingEnv:
    """Temple Disc Post Ranking
    Rank the things of the temple disc post without an error."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.order = rng.sample(["peg", "tea", "stack", "night"], 4)
        self.left = self.order[:]
        self.facts = rng.sample(list(itertools.combinations(self.order, 2)), 3)
        return "At the temple disc post name the heaviest left, again and again. Answer \\boxed{peg tea} to compare, \\boxed{peg} to name. " + self.show(), {}
    def show(self):
        facts = ", ".join(f"{x} heavier {y}" for x, y in self.facts if x in self.left) or "none"
        return f"Left: {' '.join(sorted(self.left))}. Known: {facts}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        pair = tuple(n for n in self.left if n in a.split())
        if len(pair) == len(a.split()) == 2:
            note = f"{pair[0]} is heavier. "
            self.facts += [pair] if pair not in self.facts else []
        elif a == self.left[0]:
            note = "Correct. "
            self.left.pop(0)
        elif a in self.left:
            return "That was not the heaviest.", 0.0, True, False, {}
        if len(self.left) == 1:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "The order is " + ", then ".join(self.order) + "."
    def solution(self):
        return self.order[:-1]
