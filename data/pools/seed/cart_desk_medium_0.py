import json, random
class PileQuayGoodsEnv(ToolUseBaseEnv):
    """Pile Quay Goods
    Pay goods."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.names = ["mud", "tide", "head", "block"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.a, self.b, self.c = rng.sample(self.names, 3)
        c = self.cost = dict(zip(self.names, rng.sample(range(1, 9), 4)))
        self.d = min(self.b, self.c, key=c.get)
        self.total, self.bill = 0, 2 * c[self.a] + c[self.d]
        self._state = c.fromkeys(c, 0)
        self._tools = {
            "price": self.form("Price it.", item=self.names),
            "add": self.form("Set it.", item=self.names, count=[0, 1, 2, 3]),
            "pay": self.form("Pay the total.", coins=list(range(36))),
        }
        self._user_messages = [f"Add 2 {self.a}.", f"Add 1 {self.b} or {self.c}, the cheaper: price both.", f"Now pay it."]
        self._message_criteria = [lambda s: s[self.a] == 2, lambda s: s[self.d] == 1, lambda s: s.get("paid") == self.total]
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_price(self, item):
        return f"{item} costs {self.cost[item]}."
    def tool_add(self, item, count):
        self.total += (count - self._state[item]) * self.cost[item]
        self._state[item] = count
        return f"Cart: {self.total}."
    def tool_pay(self, coins):
        if coins != self.total:
            return f"It is {self.total}."
        self._state["paid"] = coins
        return "Paid."
    def hint(self):
        return f"take {self.d}."
    def solution(self):
        return [self.call("add", item=self.a, count=2), self.call("add", item=self.d, count=1), self.call("pay", coins=self.bill)]
