import random, re
class RelayTrackMarketEnv:
    """Relay Track Market
    Prices to come are known; make the most of them."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.coins, self.own, p = 13, 0, []
        while len(p) < 2 or not any(x < y for x, y in zip(p, p[1:])) or 0 in [x - y for x, y in zip(p, p[1:])]:
            p = [rng.randint(1, 9) for i in range(6)]
        self.prices, self.plan, own = p, [], False
        self.goal = 13 + sum(max(0, y - x) for x, y in zip(p, p[1:]))
        for x, y in zip(p, p[1:] + [0]):
            self.plan.append("sell" if own and y < x else "buy" if not own and y > x else "wait")
            own = x < y
        while self.plan[-1] == "wait":
            self.plan.pop()
        return "Own at most one box; trade it until the coins are enough. Send \\boxed{buy}, \\boxed{sell} or \\boxed{wait} each day. " + self.show(), {}
    def show(self):
        prices = " ".join(map(str, self.prices[self.t:self.t + 3]))
        coins = f"Coins: {self.coins} of {self.goal}"
        return f"Prices from today: {prices}. {coins}. You own {self.own}: buy, sell or wait?"
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        price = self.prices[self.t - 1]
        note = "Not a usable reply. "
        if a == "wait":
            note = "You do nothing. "
        elif a == "buy" and self.own == 0 and self.coins >= price:
            self.own, self.coins = 1, self.coins - price
            note = f"You paid {price}. "
        elif a == "sell" and self.own == 1:
            self.own, self.coins = 0, self.coins + price
            note = f"Sold at {price}. "
        if self.coins >= self.goal:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Do: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
