import json, random
class CarToolShedEnv(ToolUseBaseEnv):
    """Car Tool Shed
    Members of the thunder porch borrow and bring back."""
    def __init__(self, max_turns=9, **kwargs):
        self.max_turns = max_turns
        self.names = ["spark", "watch", "car", "book", "storm"]
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
            "find": self.form("Find out who has a thing.", thing=self.names),
            "recall": self.form("Recall a thing that is out.", thing=self.names),
            "lend": self.form("Lend a thing that is here.", thing=self.names, member=list(range(1, 9))),
        }
        self._user_messages = [f"Lend {self.a} to member {self.p}; find it first and recall it if need be.", f"Member {self.q} leaves with {self.d}, {self.e} or {self.f}. Find which and recall it."]
        self._message_criteria = [lambda s: s[self.a] == self.p, lambda s: self.q not in s.values()]
        self._expected_answer = None
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_find(self, thing):
        if not self._state[thing]:
            return f"{thing}: on the shelf."
        return f"Member {self._state[thing]} has {thing}."
    def tool_recall(self, thing):
        self._state[thing] = 0
        return "Back on the shelf."
    def tool_lend(self, thing, member):
        if self._state[thing]:
            return "It is out."
        self._state[thing] = member
        return "Lent."
    def hint(self):
        return f"recall {self.a} at once, recall {self.b} from {self.q}."
    def solution(self):
        return [self.call("recall", thing=self.a), self.call("lend", thing=self.a, member=self.p), self.call("recall", thing=self.b)]
