import random, re
class ChessCafeStallEnv:
    """Chess Cafe Stall
    Buy low and sell high at the chess cafe."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.coins, self.own, p = 10, 0, []
        while len(p) < 2 or not any(x < y for x, y in zip(p, p[1:])) or 0 in [x - y for x, y in zip(p, p[1:])]:
            p = [rng.randint(1, 7) for i in range(5)]
        self.prices, self.plan, own = p, [], False
        self.goal = 10 + sum(max(0, y - x) for x, y in zip(p, p[1:]))
        for x, y in zip(p, p[1:] + [0]):
            self.plan.append("sell" if own and y < x else "buy" if not own and y > x else "wait")
            own = x < y
        while self.plan[-1] == "wait":
            self.plan.pop()
        return "Own at most one grain; trade it until the coins are enough. Answer \\boxed{buy}, \\boxed{sell} or \\boxed{wait} each day. " + self.show(), {}
    def show(self):
        prices = " ".join(map(str, self.prices[self.t:self.t + 2]))
        coins = f"Coins: {self.coins} of {self.goal}"
        return f"Prices from today: {prices}. {coins}. You own {self.own}: buy, sell or wait?"
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        price = self.prices[self.t - 1]
        note = "No such choice. "
        if a == "wait":
            note = "A day goes by. "
        elif a == "buy" and self.own == 0 and self.coins >= price:
            self.own, self.coins = 1, self.coins - price
            note = f"Bought at {price}. "
        elif a == "sell" and self.own == 1:
            self.own, self.coins = 0, self.coins + price
            note = f"Sold at {price}. "
        if self.coins >= self.goal:
            return "All done, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Day by day: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
