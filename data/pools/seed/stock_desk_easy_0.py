import json, random
class BagStoreEnv(ToolUseBaseEnv):
    """Bag Store
    Serve the carrier of the paper round corner from a store."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.names = ["post", "mark", "bag", "gate"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.a, self.b, self.c = rng.sample(self.names, 3)
        s = self._state = {x: rng.randint(3, 7) for x in self.names}
        self.k, self.m, self.n = s[self.a], s[self.b], rng.randint(1, 3)
        self.left = s[self.c] - self.n
        self._tools = {
            "check": self.form("Count one item.", item=self.names),
            "send": self.form("Send some of one item.", item=self.names, count=list(range(1, 10))),
        }
        self._user_messages = [f"Send every {self.a}. First check how many there are.", f"I need {self.n} {self.c}. Please send them."]
        self._message_criteria = [lambda s: s[self.a] == 0, lambda s: s[self.c] == self.left]
        self._expected_answer = None
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_check(self, item):
        return f"There are {self._state[item]} {item}."
    def tool_send(self, item, count):
        if count > self._state[item]:
            return "There is less than that."
        self._state[item] -= count
        return "Done."
    def hint(self):
        return f"{self.k} {self.a} in all."
    def solution(self):
        return [self.call("send", item=self.a, count=self.k), self.call("send", item=self.c, count=self.n)]
