import json, random
class SledLendingEnv(ToolUseBaseEnv):
    """Sled Lending
    Members of the ice house borrow and bring back."""
    def __init__(self, max_turns=9, **kwargs):
        self.max_turns = max_turns
        self.names = ["notch", "lake", "block", "straw", "drain"]
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
            "look": self.form("Look out who has a thing.", thing=self.names),
            "reclaim": self.form("Reclaim a thing that is out.", thing=self.names),
            "issue": self.form("Issue a thing that is here.", thing=self.names, member=list(range(1, 9))),
        }
        self._user_messages = [f"Member {self.p} wants {self.a}. Look it, reclaim it if it is out, and issue it.", f"Reclaim what member {self.q} has: look out if {self.d}, {self.e} or {self.f}."]
        self._message_criteria = [lambda s: s[self.a] == self.p, lambda s: self.q not in s.values()]
        self._expected_answer = None
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_look(self, thing):
        if not self._state[thing]:
            return f"{thing}: on the shelf."
        return f"Member {self._state[thing]} has {thing}."
    def tool_reclaim(self, thing):
        self._state[thing] = 0
        return "It is back."
    def tool_issue(self, thing, member):
        if self._state[thing]:
            return "It is out."
        self._state[thing] = member
        return "It is written down."
    def hint(self):
        return f"{self.a} is out, {self.b} is what {self.q} has."
    def solution(self):
        return [self.call("reclaim", thing=self.a), self.call("issue", thing=self.a, member=self.p), self.call("reclaim", thing=self.b)]
