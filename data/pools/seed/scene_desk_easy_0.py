import json, random
class BillLocksEnv(ToolUseBaseEnv):
    """Bill Locks
    Locks and blinds of the forget me call."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.names = ["request", "tax", "mail", "note"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.x, self.y = rng.sample(["dawn", "dusk"], 2)
        self.p = {t: rng.random() < 0.5 for t in rng.sample(self.names, 2)}
        self.q = {t: not v for t, v in self.p.items()}
        self.a = rng.choice(list(self.p))
        self._state = dict.fromkeys(self.names)
        self._tools = {
            "read": self.form("Read a scene.", scene=[self.x, self.y]),
            "set": self.form("Set one.", thing=self.names, on={"type": "boolean"}),
        }
        self._user_messages = [f"Read scene {self.y}, but set only {self.a} so.", f"Read scene {self.x} and set all of it."]
        self._message_criteria = [lambda s: s[self.a] == self.q[self.a], lambda s: s | self.p == s]
        return self._first_obs(), {}
    def form(self, t, **p):
        for k, v in p.items():
            if type(v) is list:
                p[k] = {"type": "integer" if type(v[0]) is int else "string", "enum": v}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
    def say(self, scene):
        return " ".join(f"{t} {['off', 'on'][v]}" for t, v in scene.items())
    def tool_read(self, scene):
        return f"{scene}: {self.say(self.p if scene == self.x else self.q)}."
    def tool_set(self, thing, on):
        self._state[thing] = on
        return f"{thing} is {['off', 'on'][on]}."
    def hint(self):
        return f"only {self.say(self.q)}, {self.say(self.p)} in it."
    def solution(self):
        return [self.call("set", thing=self.a, on=self.q[self.a]), *[self.call("set", thing=t, on=v) for t, v in self.p.items()]]
