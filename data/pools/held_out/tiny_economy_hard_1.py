import random, re
class TollGatePricesEnv:
    """Toll Gate Prices
    Buy low and sell high at the toll gate."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.coins, self.own, p = 12, 0, []
        while len(p) < 2 or not any(x < y for x, y in zip(p, p[1:])) or 0 in [x - y for x, y in zip(p, p[1:])]:
            p = [rng.randint(1, 12) for i in range(8)]
        self.prices, self.plan, own = p, [], False
        self.goal = 12 + sum(max(0, y - x) for x, y in zip(p, p[1:]))
        for x, y in zip(p, p[1:] + [0]):
            self.plan.append("give" if own and y < x else "get" if not own and y > x else "rest")
            own = x < y
        while self.plan[-1] == "rest":
            self.plan.pop()
        return "Own at most one fee; trade it until the coins are enough. Answer \\boxed{get}, \\boxed{give} or \\boxed{rest} each day. " + self.show(), {}
    def show(self):
        prices = " ".join(map(str, self.prices[self.t:self.t + 8]))
        coins = f"Coins: {self.coins} of {self.goal}"
        return f"Today and on: {prices}. {coins}. You own {self.own}: get, give or rest?"
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        price = self.prices[self.t - 1]
        note = "No such choice. "
        if a == "rest":
            note = "You do nothing. "
        elif a == "get" and self.own == 0 and self.coins >= price:
            self.own, self.coins = 1, self.coins - price
            note = f"You paid {price}. "
        elif a == "give" and self.own == 1:
            self.own, self.coins = 0, self.coins + price
            note = f"You got {price}. "
        if self.coins >= self.goal:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Day by day: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
