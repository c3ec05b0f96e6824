import json, random
class ChildBlindsEnv(ToolUseBaseEnv):
    """Child Blinds
    A smart home for the lawyer."""
    def __init__(self, max_turns=10, **kwargs):
        self.max_turns = max_turns
        self.names = ["list", "parent", "customer", "consent", "source", "entry"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.x, self.y = rng.sample(["guest", "holiday"], 2)
        self.p = {t: rng.random() < 0.5 for t in rng.sample(self.names, 3)}
        self.q = {t: not v for t, v in self.p.items()}
        self.a = rng.choice(list(self.p))
        self._state = dict.fromkeys(self.names)
        self._tools = {
            "read": self.form("Read a scene.", scene=[self.x, self.y]),
            "set": self.form("Set one.", thing=self.names, on={"type": "boolean"}),
        }
        self._user_messages = [f"Scene {self.x}, please: read it and set each.", f"Now read scene {self.y} and set it all."]
        self._message_criteria = [lambda s: s | self.p == s, lambda s: s | self.q == s]
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
        return f"{self.say(self.p)} in it, then {self.say(self.q)}."
    def solution(self):
        return [*[self.call("set", thing=t, on=v) for t, v in self.p.items()], *[self.call("set", thing=t, on=v) for t, v in self.q.items()]]
