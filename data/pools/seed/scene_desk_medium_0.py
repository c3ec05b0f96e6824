import json, random
class NumberMoveRequestLocksEnv(ToolUseBaseEnv):
    """Number Move Request Locks
    A smart home for the clerk."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.names = ["debt", "move", "owner", "company", "account"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.x, self.y = rng.sample(["dawn", "dusk"], 2)
        self.p = {t: rng.random() < 0.5 for t in rng.sample(self.names, 3)}
        self.q = {t: not v for t, v in self.p.items()}
        self.a = rng.choice(list(self.p))
        self._state = dict.fromkeys(self.names)
        self._tools = {
            "check": self.form("Check a scene.", scene=[self.x, self.y]),
            "put": self.form("Put one.", thing=self.names, on={"type": "boolean"}),
        }
        self._user_messages = [f"Scene {self.x}, please: check it and put each.", f"Put {self.a} as in scene {self.y}: check it."]
        self._message_criteria = [lambda s: s | self.p == s, lambda s: s[self.a] == self.q[self.a]]
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
    def tool_check(self, scene):
        return f"{scene}: {self.say(self.p if scene == self.x else self.q)}."
    def tool_put(self, thing, on):
        self._state[thing] = on
        return f"Done with {thing}."
    def hint(self):
        return f"{self.say(self.p)} in it, only {self.say(self.q)}."
    def solution(self):
        return [*[self.call("put", thing=t, on=v) for t, v in self.p.items()], self.call("put", thing=self.a, on=self.q[self.a])]
