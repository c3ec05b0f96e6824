import json, random
class MemberRotaEnv(ToolUseBaseEnv):
    """Member Rota
    Shifts for the member."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["ticket", "level", "gift", "fee", "flight"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        d = rng.sample(range(1, 6), 5)
        s = self._state = dict(zip(rng.sample(self.names, 5), d))
        self.a, self.b, self.c, self.e, self.d, *_ = s
        self.i, self.j, self.k, self.h, self.m, *_ = d
        self._tools = {
            "look": self.form("Day of a worker.", worker=self.names),
            "trade": self.form("Trade two days.", day=list(range(1, 6)), other=list(range(1, 6))),
        }
        self._user_messages = [f"{self.c} wants day {self.h}: look the day of {self.c}, then trade.", f"Which day has {self.d}? Look and answer."]
        self._message_criteria = [lambda s: s[self.c] == self.h]
        self._expected_answer = self.m
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_look(self, worker):
        return f"{worker} works on {self._state[worker]}."
    def tool_trade(self, day, other):
        if day == other:
            return "Name two days."
        for x, y in self._state.items():
            if y in (day, other):
                self._state[x] = day + other - y
        self._expected_answer = self._state[self.d]
        return "Swapped."
    def hint(self):
        return f"from {self.k}, say {self.m}."
    def solution(self):
        return [self.call("trade", day=self.k, other=self.h), f"<answer>{self.m}</answer>"]
