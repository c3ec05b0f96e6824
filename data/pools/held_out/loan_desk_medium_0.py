import json, random
class PoleLendingEnv(ToolUseBaseEnv):
    """Pole Lending
    Seek, fetch and loan things for the teacher."""
    def __init__(self, max_turns=9, **kwargs):
        self.max_turns = max_turns
        self.names = ["moon", "sun", "chart", "star", "ring"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.a, self.c, self.d, self.e, self.f = rng.sample(self.names, 5)
        self.b = rng.choice([self.d, self.e, self.f])
        m = rng.sample(range(1, 9), 6)
        s = self._state = dict(zip(self.names, m))
        self.p, self.q, self.m = m[-1], s[self.b], s[self.c]
        self._tools = {
            "seek": self.form("Seek out who has a thing.", thing=self.names),
            "fetch": self.form("Fetch a thing that is out.", thing=self.names),
            "loan": self.form("Loan a thing that is here.", thing=self.names, member=list(range(1, 9))),
        }
        self._user_messages = [f"Member {self.p} wants {self.a}. Seek it, fetch it if it is out, and loan it.", f"Member {self.q} leaves with {self.d}, {self.e} or {self.f}. Seek which and fetch it."]
        self._message_criteria = [lambda s: s[self.a] == self.p, lambda s: self.q not in s.values()]
        self._expected_answer = None
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_seek(self, thing):
        if not self._state[thing]:
            return f"{thing} is here."
        return f"Member {self._state[thing]} has {thing}."
    def tool_fetch(self, thing):
        self._state[thing] = 0
        return "It is back."
    def tool_loan(self, thing, member):
        if self._state[thing]:
            return "Not here."
        self._state[thing] = member
        return "Given out."
    def hint(self):
        return f"{self.a} is out, {self.b} is what {self.q} has."
    def solution(self):
        return [self.call("fetch", thing=self.a), self.call("loan", thing=self.a, member=self.p), self.call("fetch", thing=self.b)]
