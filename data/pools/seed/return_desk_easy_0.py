import json, random
class FamilyPoolFormatShopEnv(ToolUseBaseEnv):
    """Family Pool Format Shop
    Returns for the parent."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["cap", "pack", "child", "owner", "month"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.k = rng.randint(3, 4)
        self.a, self.b = rng.sample(self.names, 2)
        self.o = rng.sample(range(40, 99), 7)
        self.of = dict(zip(self.names, self.o))
        self.days = {x: rng.randint(1, 9) for x in self.o}
        self.m, self.n = self.of[self.a], self.of[self.b]
        self._state = {}
        self._tools = {
            "age": self.form("Days.", order=self.o),
            "pay": self.form("Close it.", order=self.o, by=["cash", "voucher"]),
        }
        self._user_messages = [f"See the age of order {self.m}; pay cash up to {self.k}, else voucher.", f"Now {self.n}: pay cash up to age {self.k}, else voucher."]
        self._message_criteria = [lambda s: self.m in s, lambda s: self.n in s]
        return self._first_obs(), {}
    def form(self, t, **p):
        p = {k: {"type": "integer" if type(v[0]) is int else "string", "enum": v} for k, v in p.items()}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
    def way(self, order):
        return "cash" if self.days[order] <= self.k else "voucher"
    def tool_age(self, order):
        return f"{self.days[order]} days old."
    def tool_pay(self, order, by):
        if by != self.way(order):
            return "See its age."
        self._state[order] = by
        return "Done."
    def hint(self):
        return f"{self.m} by {self.way(self.m)}, {self.n} by {self.way(self.n)}."
    def solution(self):
        return [self.call("pay", order=self.m, by=self.way(self.m)), self.call("pay", order=self.n, by=self.way(self.n))]
