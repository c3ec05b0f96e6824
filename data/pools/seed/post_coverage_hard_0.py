import itertools, random, re
class StoneThreeWellsEnv:
    """Stone Three Wells
    Choose wells so that no place is left out."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names, all, covers = rng.sample(["jar", "ladle", "stone", "oil", "screw", "mat", "vat"], 6), range(1, 9), []
        while len(covers) != 1:
            sizes = rng.sample([2, 3, 3, 3, 4, 4], 6)
            self.sees = {n: sorted(rng.sample(all, k)) for n, k in zip(names, sizes)}
            trios = itertools.combinations(names, 3)
            covers = [c for c in trios if len({p for n in c for p in self.sees[n]}) == 8]
        self.plan, self.open, self.left = list(covers[0]), list(all), 3
        return "The presser has three wells for all numbered places. Write \\boxed{jar} to choose it. Numbers: what it waters. " + self.show(), {}
    def show(self):
        sees = ", ".join(f"{n} {' '.join(map(str, p))}" for n, p in self.sees.items())
        return f"Possible: {sees}. Dry: {' '.join(map(str, self.open))}. Left: {self.left}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.sees:
            seen, self.left = self.sees.pop(a), self.left - 1
            self.open = [p for p in self.open if p not in seen]
            note = f"{a} is chosen. "
        if not self.open:
            return "Solved.", 1.0, True, False, {}
        if not self.left:
            return "A place is left out.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "best: " + ", ".join(self.plan) + "."
    def solution(self):
        return self.plan
