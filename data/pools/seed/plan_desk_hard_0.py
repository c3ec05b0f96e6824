import json, random
class SealBeachMobileEnv(ToolUseBaseEnv):
    """Seal Beach Mobile
    Phone plans."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.names = ["heart", "hair", "voice", "beach", "blood", "radio"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.plans = {"mini": 3, "small": 6, "large": 9, "giant": 12}
        self.a, self.b, self.c, self.d = rng.sample(self.names, 4)
        u = self.used = dict(zip(self.names, rng.sample(range(1, 13), 6)))
        self._state = {}
        self.e, self.top = max(self.c, self.d, key=u.get), "giant"
        self.fit = next(p for p in self.plans if self.plans[p] >= u[self.a])
        self._tools = {
            "inspect": self.form("Its use.", line=self.names),
            "assign": self.form("Its plan.", line=self.names, plan=list(self.plans)),
        }
        self._user_messages = [f"Assign {self.c} or {self.d} to {self.top}: inspect who used more.", f"Inspect {self.a} and assign it to the least plan for its use."]
        self._message_criteria = [lambda s: s.get(self.e) == self.top, lambda s: s.get(self.a) == self.fit]
        return self._first_obs(), {}
    def form(self, t, **p):
        p = {k: {"type": "integer" if type(v[0]) is int else "string", "enum": v} for k, v in p.items()}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
    def tool_inspect(self, line):
        return f"Use {self.used[line]}. {self.plans}"
    def tool_assign(self, line, plan):
        if self.used[line] > self.plans[plan]:
            return "Too small for it."
        self._state[line] = plan
        return "Done."
    def hint(self):
        return f"it is {self.e}, choose {self.fit}."
    def solution(self):
        return [self.call("assign", line=self.e, plan=self.top), self.call("assign", line=self.a, plan=self.fit)]
