import json, random
class CandleStarOfficeReturnsEnv(ToolUseBaseEnv):
    """Candle Star Office Returns
    Returns for the reckoner."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.names = ["distance", "heart", "power", "curve", "star"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.k = rng.randint(6, 10)
        self.a, self.b = rng.sample(self.names, 2)
        self.o = rng.sample(range(40, 99), 8)
        self.of = dict(zip(self.names, self.o))
        self.days = {x: rng.randint(1, 20) for x in self.o}
        self.m, self.n = self.of[self.a], self.of[self.b]
        self._state = {}
        self._tools = {
            "find": self.form("Order.", item=self.names),
            "age": self.form("Days.", order=self.o),
            "pay": self.form("Close it.", order=self.o, by=["funds", "credit"]),
        }
        self._user_messages = [f"Find for {self.a}, pay funds to age {self.k}, else credit.", f"Pay {self.n}: funds up to age {self.k}, else credit."]
        self._message_criteria = [lambda s: self.m in s, lambda s: self.n in s]
        return self._first_obs(), {}
    def form(self, t, **p):
        p = {k: {"type": "integer" if type(v[0]) is int else "string", "enum": v} for k, v in p.items()}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
    def way(self, order):
        return "funds" if self.days[order] <= self.k else "credit"
    def tool_age(self, order):
        return f"Age {self.days[order]}."
    def tool_pay(self, order, by):
        if by != self.way(order):
            return "See its age."
        self._state[order] = by
        return "Done."
    def tool_find(self, item):
        return f"It is {self.of[item]}."
    def hint(self):
        return f"give {self.m} {self.way(self.m)}, give {self.n} {self.way(self.n)}."
    def solution(self):
        return [self.call("pay", order=self.m, by=self.way(self.m)), self.call("pay", order=self.n, by=self.way(self.n))]
