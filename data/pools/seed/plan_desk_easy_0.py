import json, random
class DeviceJoinStepsLinesEnv(ToolUseBaseEnv):
    """Device Join Steps Lines
    Phone plans."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.names = ["button", "label", "rule", "plug"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.plans = {"bronze": 3, "silver": 6}
        self.a, self.b, self.c, self.d = rng.sample(self.names, 4)
        u = self.used = dict(zip(self.names, rng.sample(range(1, 7), 4)))
        self._state = {}
        self.fit = next(p for p in self.plans if self.plans[p] >= u[self.a])
        self.on = rng.random() < 0.5
        self.way = ["off", "on"][self.on]
        self._tools = {
            "check": self.form("Its use.", line=self.names),
            "change": self.form("Its plan.", line=self.names, plan=list(self.plans)),
            "travel": self.form("On or off.", line=self.names, on={"type": "boolean"}),
        }
        self._user_messages = [f"Check {self.a} and change it to the least plan for its use.", f"Set travel {self.way} for {self.b}."]
        self._message_criteria = [lambda s: s.get(self.a) == self.fit, lambda s: s.get((self.b,)) == self.on]
        return self._first_obs(), {}
    def form(self, t, **p):
        for k, v in p.items():
            if type(v) is list:
                p[k] = {"type": "integer" if type(v[0]) is int else "string", "enum": v}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
    def tool_check(self, line):
        return f"{line} used {self.used[line]}. {self.plans}"
    def tool_change(self, line, plan):
        if self.used[line] > self.plans[plan]:
            return "It uses more."
        self._state[line] = plan
        return "It is set."
    def tool_travel(self, line, on):
        self._state[(line,)] = on
        return "Done."
    def hint(self):
        return f"{self.a} needs {self.fit}."
    def solution(self):
        return [self.call("change", line=self.a, plan=self.fit), self.call("travel", line=self.b, on=self.on)]
