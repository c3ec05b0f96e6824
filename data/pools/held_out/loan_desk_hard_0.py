import json, random
class CountLibraryEnv(ToolUseBaseEnv):
    """Count Library
    Check, collect and give things for the stocker."""
    def __init__(self, max_turns=12, **kwargs):
        self.max_turns = max_turns
        self.names = ["item", "number", "error", "minute", "shop"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.a, self.c, self.d, self.e, self.f = rng.sample(self.names, 5)
        self.b = rng.choice([self.d, self.e, self.f])
        m = rng.sample(range(1, 10), 6)
        s = self._state = dict(zip(self.names, m))
        self.p, self.q, self.m = m[-1], s[self.b], s[self.c]
        self._tools = {
            "check": self.form("Check out who has a thing.", thing=self.names),
            "collect": self.form("Collect a thing that is out.", thing=self.names),
            "give": self.form("Give a thing that is here.", thing=self.names, member=list(range(1, 10))),
        }
        self._user_messages = [f"Member {self.p} wants {self.a}. Check it, collect it if it is out, and give it.", f"Member {self.q} leaves with {self.d}, {self.e} or {self.f}. Check which and collect it.", f"Who has {self.c}? Check it and answer the number of the member."]
        self._message_criteria = [lambda s: s[self.a] == self.p, lambda s: self.q not in s.values()]
        self._expected_answer = str(self.m)
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_check(self, thing):
        if not self._state[thing]:
            return f"{thing}: on the shelf."
        return f"Member {self._state[thing]} has {thing}."
    def tool_collect(self, thing):
        self._state[thing] = 0
        return "Back on the shelf."
    def tool_give(self, thing, member):
        if self._state[thing]:
            return "Not here."
        self._state[thing] = member
        return "Lent."
    def hint(self):
        return f"{self.a} is out, {self.b} is what {self.q} has, {self.c} is with {self.m}."
    def solution(self):
        return [self.call("collect", thing=self.a), self.call("give", thing=self.a, member=self.p), self.call("collect", thing=self.b), f"<answer>{self.m}</answer>"]
