import json, random
class LoomThermostatEnv(ToolUseBaseEnv):
    """Loom Thermostat
    Keep the rooms of the pattern loom as warm as wished."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.names = ["needle", "hook", "thread", "hole", "pattern", "card"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        s = self._state = dict(zip(self.names, rng.sample(range(12, 21), 6)))
        self.a, self.g, self.c, self.d, self.e, self.f = rng.sample(self.names, 6)
        self.b, self.n = self.d, rng.randint(1, 3)
        self.k, self.p, self.m = s[self.a] + self.n, s[self.c], s[self.g]
        self.cold = min(self.d, self.e, self.f, key=s.get)
        self._tools = {
            "measure": self.form("Measure the degrees of a room.", room=self.names),
            "adjust": self.form("Adjust the degrees of a room.", room=self.names, degrees=list(range(12, 26))),
        }
        self._user_messages = [f"Adjust {self.a} {self.n} degrees warmer than it is.", f"Last, measure {self.g} and answer with the number."]
        self._message_criteria = [lambda s: s[self.a] == self.k]
        self._expected_answer = str(self.m)
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_measure(self, room):
        return f"It is {self._state[room]} degrees in {room}."
    def tool_adjust(self, room, degrees):
        self._state[room] = degrees
        self._expected_answer = str(self._state[self.g])
        return "It changes."
    def hint(self):
        return f"set {self.a} to {self.k}, answer {self.m}."
    def solution(self):
        return [self.call("adjust", room=self.a, degrees=self.k), f"<answer>{self.m}</answer>"]
