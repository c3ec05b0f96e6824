import itertools, random, re
class StoneWellsEnv:
    """Stone Wells
    Cover all places with three wells."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names, all, covers = rng.sample(["coin", "heap", "stone", "table", "row", "guest", "bowl"], 6), range(1, 7), []
        while len(covers) != 1:
            sizes = rng.sample([1, 1, 2, 2, 2, 3], 6)
            self.sees = {n: sorted(rng.sample(all, k)) for n, k in zip(names, sizes)}
            trios = itertools.combinations(names, 3)
            covers = [c for c in trios if len({p for n in c for p in self.sees[n]}) == 6]
        self.plan, self.open, self.left = list(covers[0]), list(all), 3
        return "Choose three wells that cover every numbered place. Reply \\boxed{coin} to choose it. Numbers: what it waters. " + self.show(), {}
    def show(self):
        sees = ", ".join(f"{n} {' '.join(map(str, p))}" for n, p in self.sees.items())
        return f"Free: {sees}. Dry: {' '.join(map(str, self.open))}. Left: {self.left}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a in self.sees:
            seen, self.left = self.sees.pop(a), self.left - 1
            self.open = [p for p in self.open if p not in seen]
            note = f"{a} is chosen. "
        if not self.open:
            return "Solved.", 1.0, True, False, {}
        if not self.left:
            return "Some place is missing.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "choose " + " and ".join(self.plan) + "."
    def solution(self):
        return self.plan
