import json, random
class MagnetMobileEnv(ToolUseBaseEnv):
    """Magnet Mobile
    Phone plans."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["magnet", "box", "nail", "wax"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.plans = {"bronze": 3, "silver": 6, "golden": 9}
        self.a, self.b, self.c, self.d = rng.sample(self.names, 4)
        u = self.used = dict(zip(self.names, rng.sample(range(1, 10), 4)))
        self._state = {}
        self.e, self.top = max(self.c, self.d, key=u.get), "golden"
        self.on = rng.random() < 0.5
        self.way = ["off", "on"][self.on]
        self._tools = {
            "inspect": self.form("Its use.", line=self.names),
            "assign": self.form("Its plan.", line=self.names, plan=list(self.plans)),
            "abroad": self.form("On or off.", line=self.names, on={"type": "boolean"}),
        }
        self._user_messages = [f"Inspect {self.c} and {self.d}. Assign the one with more use to {self.top}.", f"Set abroad {self.way} for {self.b}."]
        self._message_criteria = [lambda s: s.get(self.e) == self.top, lambda s: s.get((self.b,)) == self.on]
        return self._first_obs(), {}
    def form(self, t, **p):
        for k, v in p.items():
            if type(v) is list:
                p[k] = {"type": "integer" if type(v[0]) is int else "string", "enum": v}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
    def tool_inspect(self, line):
        return f"Use {self.used[line]}. {self.plans}"
    def tool_assign(self, line, plan):
        if self.used[line] > self.plans[plan]:
            return "It uses more."
        self._state[line] = plan
        return "Done."
    def tool_abroad(self, line, on):
        self._state[(line,)] = on
        return "Done."
    def hint(self):
        return f"it is {self.e}."
    def solution(self):
        return [self.call("assign", line=self.e, plan=self.top), self.call("abroad", line=self.b, on=self.on)]
