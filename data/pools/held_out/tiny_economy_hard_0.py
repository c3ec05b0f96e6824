import random, re
class BalanceTradeEnv:
    """Balance Trade
    Buy low and sell high at the bank statement file."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.coins, self.own, p = 15, 0, []
        while len(p) < 2 or not any(x < y for x, y in zip(p, p[1:])) or 0 in [x - y for x, y in zip(p, p[1:])]:
            p = [rng.randint(1, 12) for i in range(8)]
        self.prices, self.plan, own = p, [], False
        self.goal = 15 + sum(max(0, y - x) for x, y in zip(p, p[1:]))
        for x, y in zip(p, p[1:] + [0]):
            self.plan.append("unload" if own and y < x else "load" if not own and y > x else "hold")
            own = x < y
        while self.plan[-1] == "hold":
            self.plan.pop()
        return "Own at most one account; trade it until the coins are enough. Reply \\boxed{load}, \\boxed{unload} or \\boxed{hold} each day. " + self.show(), {}
    def show(self):
        prices = " ".join(map(str, self.prices[self.t:self.t + 8]))
        coins = f"Coins: {self.coins} of {self.goal}"
        return f"Prices from today: {prices}. {coins}. You own {self.own}: load, unload or hold?"
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        price = self.prices[self.t - 1]
        note = "No such choice. "
        if a == "hold":
            note = "A day goes by. "
        elif a == "load" and self.own == 0 and self.coins >= price:
            self.own, self.coins = 1, self.coins - price
            note = f"You paid {price}. "
        elif a == "unload" and self.own == 1:
            self.own, self.coins = 0, self.coins + price
            note = f"You got {price}. "
        if self.coins >= self.goal:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Day by day: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
