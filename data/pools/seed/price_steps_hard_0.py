import random, re
class PanPricesEnv:
    """Pan Prices
    Income rises, then falls, along the prices."""
    def __init__(self, max_turns=12, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        low, self.k, self.seen, self.income = rng.randint(5, 13), 0, {}, []
        self.prices = [low + 2 * i for i in range(7)]
        self.best = [rng.randrange(1, 7 - 1) for i in range(2)]
        for b in self.best:
            drops = [rng.randint(1, 4) for p in self.prices]
            top = sum(drops) + rng.randint(1, 9)
            self.income.append([top - sum(drops[min(i, b):max(i, b)]) for i in range(7)])
        return "The trader sells at the spice market. Which price earns most? Reply \\boxed{number} to try, \\boxed{fix number} to settle. " + self.show(), {}
    def show(self):
        table = ", ".join(f"{p} {self.seen.get(p, '?')}" for p in self.prices)
        return f"Good {self.k + 1} of 2. Income: {table}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note, word = "Please use the format. ", a.split(" ")[-1]
        if word in map(str, self.prices) and a in [word, "fix " + word]:
            i = self.prices.index(int(word))
            self.seen[int(word)] = self.income[self.k][i]
            note = "Sold. "
            if a != word and i != self.best[self.k]:
                return "Not the best.", 0.0, True, False, {}
            if a != word:
                self.k, self.seen, note = self.k + 1, {}, "Yes. "
        if self.k == 2:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Best: " + ", then ".join(str(self.prices[b]) for b in self.best) + "."
    def solution(self):
        return ["fix " + str(self.prices[b]) for b in self.best]
