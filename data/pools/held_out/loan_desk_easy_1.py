import json, random
class FileVersionCallToolShedEnv(ToolUseBaseEnv):
    """File Version Call Tool Shed
    Members of the file version call borrow and bring back."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["size", "version", "time", "label", "author"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.a, self.c, self.d, self.e, self.f = rng.sample(self.names, 5)
        self.b = rng.choice([self.d, self.e, self.f])
        m = rng.sample(range(1, 8), 6)
        s = self._state = dict(zip(self.names, m))
        self.p, self.q, self.m = m[-1], s[self.b], s[self.c]
        self._tools = {
            "find": self.form("Find out who has a thing.", thing=self.names),
            "recall": self.form("Recall a thing that is out.", thing=self.names),
            "lend": self.form("Lend a thing that is here.", thing=self.names, member=list(range(1, 8))),
        }
        self._user_messages = [f"Lend {self.a} to member {self.p}; find it first and recall it if need be.", f"Last, find {self.c} and answer with the number of its member."]
        self._message_criteria = [lambda s: s[self.a] == self.p]
        self._expected_answer = str(self.m)
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_find(self, thing):
        if not self._state[thing]:
            return f"{thing} is here."
        return f"{thing}: out with member {self._state[thing]}."
    def tool_recall(self, thing):
        self._state[thing] = 0
        return "Back on the shelf."
    def tool_lend(self, thing, member):
        if self._state[thing]:
            return "Not here."
        self._state[thing] = member
        return "It is written down."
    def hint(self):
        return f"{self.a} is out, {self.c} is with {self.m}."
    def solution(self):
        return [self.call("recall", thing=self.a), self.call("lend", thing=self.a, member=self.p), f"<answer>{self.m}</answer>"]
