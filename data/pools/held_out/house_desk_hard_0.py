import json, random
class BookThermostatEnv(ToolUseBaseEnv):
    """Book Thermostat
    Keep the rooms of the bird island as warm as wished."""
    def __init__(self, max_turns=9, **kwargs):
        self.max_turns = max_turns
        self.names = ["bag", "ring", "book", "net", "gull", "wing"]
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
            "sense": self.form("Sense the degrees of a room.", room=self.names),
            "heat": self.form("Heat the degrees of a room.", room=self.names, degrees=list(range(10, 26))),
        }
        self._user_messages = [f"{self.b} should be like {self.c}. Sense {self.c}, then heat {self.b}.", f"The coldest of {self.d}, {self.e}, {self.f} must be 25. Heat it.", f"How warm is {self.g}? Sense it and answer the number."]
        self._message_criteria = [lambda s: s[self.b] == s[self.c], lambda s: s[self.cold] == 25]
        self._expected_answer = str(self.m)
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_sense(self, room):
        return f"{self._state[room]} in {room}."
    def tool_heat(self, room, degrees):
        self._state[room] = degrees
        self._expected_answer = str(self._state[self.g])
        return "Done."
    def hint(self):
        return f"set {self.b} to {self.p}, set {self.cold} to 25, answer {self.m}."
    def solution(self):
        return [self.call("heat", room=self.b, degrees=self.p), self.call("heat", room=self.cold, degrees=25), f"<answer>{self.m}</answer>"]
