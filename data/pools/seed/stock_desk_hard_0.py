import json, random
class CharcoalHeapSupplyEnv(ToolUseBaseEnv):
    """Charcoal Heap Supply
    Count and send goods for the burner."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.names = ["heap", "wood", "hole", "shovel"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.a, self.b, self.c = rng.sample(self.names, 3)
        s = self._state = {x: rng.randint(3, 9) for x in self.names}
        self.k, self.m, self.n = s[self.a], s[self.b], rng.randint(1, 3)
        self.left = s[self.c] - self.n
        self._tools = {
            "check": self.form("Count one item.", item=self.names),
            "send": self.form("Send some of one item.", item=self.names, count=list(range(1, 10))),
        }
        self._user_messages = [f"I need {self.n} {self.c}. Please send them.", f"Please send all {self.a} we have. You must check it.", f"Check {self.b}. The number is your answer."]
        self._message_criteria = [lambda s: s[self.c] == self.left, lambda s: s[self.a] == 0]
        self._expected_answer = str(self.m)
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
        self._expected_answer = str(self._state[self.b])
        return "Gone."
    def hint(self):
        return f"{self.k} {self.a} in all, {self.m} {self.b} to answer."
    def solution(self):
        return [self.call("send", item=self.c, count=self.n), self.call("send", item=self.a, count=self.k), f"<answer>{self.m}</answer>"]
