import json, random
class CoinCartEnv(ToolUseBaseEnv):
    """Coin Cart
    A cart for the referee."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["mark", "coin", "tail", "ring"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.a, self.b, self.c = rng.sample(self.names, 3)
        c = self.cost = dict(zip(self.names, rng.sample(range(1, 7), 4)))
        self.d = min(self.b, self.c, key=c.get)
        self.total, self.bill = 0, c[self.d]
        self._state = c.fromkeys(c, 0)
        self._tools = {
            "inspect": self.form("Inspect it.", item=self.names),
            "take": self.form("Set it.", item=self.names, count=[0, 1, 2, 3]),
            "cover": self.form("Cover the total.", coins=list(range(36))),
        }
        self._user_messages = [f"Take 1 {self.b} or {self.c}, the cheaper: inspect both.", f"Now cover it."]
        self._message_criteria = [lambda s: s[self.d] == 1, lambda s: s.get("paid") == self.total]
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_inspect(self, item):
        return f"{item} costs {self.cost[item]}."
    def tool_take(self, item, count):
        self.total += (count - self._state[item]) * self.cost[item]
        self._state[item] = count
        return f"Cart: {self.total}."
    def tool_cover(self, coins):
        if coins != self.total:
            return f"It is {self.total}."
        self._state["paid"] = coins
        return "Paid."
    def hint(self):
        return f"take {self.d}."
    def solution(self):
        return [self.call("take", item=self.d, count=1), self.call("cover", coins=self.bill)]
