import json, random
class YarnHeatingEnv(ToolUseBaseEnv):
    """Yarn Heating
    Measure and adjust the rooms for the twister."""
    def __init__(self, max_turns=9, **kwargs):
        self.max_turns = max_turns
        self.names = ["yarn", "hook", "rope", "floor", "strand", "sled"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        s = self._state = dict(zip(self.names, rng.sample(range(10, 19), 6)))
        self.a, self.g, self.c, self.d, self.e, self.f = rng.sample(self.names, 6)
        self.b, self.n = self.a, rng.randint(1, 3)
        self.k, self.p, self.m = s[self.a] + self.n, s[self.c], s[self.g]
        self.cold = min(self.d, self.e, self.f, key=s.get)
        self._tools = {
            "measure": self.form("Measure the degrees of a room.", room=self.names),
            "adjust": self.form("Adjust the degrees of a room.", room=self.names, degrees=list(range(10, 26))),
        }
        self._user_messages = [f"Adjust {self.b} just as warm as {self.c}.", f"Measure {self.d}, {self.e} and {self.f} and adjust the coldest to 25.", f"Last, measure {self.g} and answer with the number."]
        self._message_criteria = [lambda s: s[self.b] == s[self.c], lambda s: s[self.cold] == 25]
        self._expected_answer = str(self.m)
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_measure(self, room):
        return f"{room}: {self._state[room]} degrees."
    def tool_adjust(self, room, degrees):
        self._state[room] = degrees
        self._expected_answer = str(self._state[self.g])
        return "Done."
    def hint(self):
        return f"set {self.b} to {self.p}, set {self.cold} to 25, answer {self.m}."
    def solution(self):
        return [self.call("adjust", room=self.b, degrees=self.p), self.call("adjust", room=self.cold, degrees=25), f"<answer>{self.m}</answer>"]
