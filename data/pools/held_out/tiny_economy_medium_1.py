import random, re
class DogStallEnv:
    """Dog Stall
    Buy low and sell high at the paper round corner."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.coins, self.own, p = 14, 0, []
        while len(p) < 2 or not any(x < y for x, y in zip(p, p[1:])) or 0 in [x - y for x, y in zip(p, p[1:])]:
            p = [rng.randint(1, 9) for i in range(6)]
        self.prices, self.plan, own = p, [], False
        self.goal = 14 + sum(max(0, y - x) for x, y in zip(p, p[1:]))
        for x, y in zip(p, p[1:] + [0]):
            self.plan.append("unload" if own and y < x else "load" if not own and y > x else "hold")
            own = x < y
        while self.plan[-1] == "hold":
            self.plan.pop()
        return "The carrier trades a dog, one at a time, and needs the coins named. Answer \\boxed{load}, \\boxed{unload} or \\boxed{hold} each day. " + self.show(), {}
    def show(self):
        prices = " ".join(map(str, self.prices[self.t:self.t + 3]))
        coins = f"Coins: {self.coins} of {self.goal}"
        return f"Today and on: {prices}. {coins}. You own {self.own}: load, unload or hold?"
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        price = self.prices[self.t - 1]
        note = "Not a usable reply. "
        if a == "hold":
            note = "You do nothing. "
        elif a == "load" and self.own == 0 and self.coins >= price:
            self.own, self.coins = 1, self.coins - price
            note = f"You paid {price}. "
        elif a == "unload" and self.own == 1:
            self.own, self.coins = 0, self.coins + price
            note = f"Sold at {price}. "
        if self.coins >= self.goal:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Day by day: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
