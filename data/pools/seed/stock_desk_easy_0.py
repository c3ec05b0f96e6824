import json, random
class WheelStockEnv(ToolUseBaseEnv):
    """Wheel Stock
    Count and move goods for the miller."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.names = ["sack", "pond", "stone", "gate"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.a, self.b, self.c = rng.sample(self.names, 3)
        s = self._state = {x: rng.randint(3, 9) for x in self.names}
        self.k, self.m, self.n = s[self.a], s[self.b], rng.randint(1, 3)
        self.left = s[self.c] - self.n
        self._tools = {
            "count": self.form("Count one item.", item=self.names),
            "move": self.form("Move some of one item.", item=self.names, count=list(range(1, 10))),
        }
        self._user_messages = [f"Move every {self.a}. First count how many there are.", f"I need {self.n} {self.c}. Please move them."]
        self._message_criteria = [lambda s: s[self.a] == 0, lambda s: s[self.c] == self.left]
        self._expected_answer = None
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_count(self, item):
        return f"There are {self._state[item]} {item}."
    def tool_move(self, item, count):
        if count > self._state[item]:
            return "Too many."
        self._state[item] -= count
        return "It is on its way."
    def hint(self):
        return f"{self.k} {self.a} in all."
    def solution(self):
        return [self.call("move", item=self.a, count=self.k), self.call("move", item=self.c, count=self.n)]
