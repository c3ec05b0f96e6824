import json, random
class MapPuzzleClassHouseEnv(ToolUseBaseEnv):
    """Map Puzzle Class House
    Keep the rooms of the map puzzle class as warm as wished."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["band", "puzzle", "map", "shelf", "seam", "snail"]
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
            "read": self.form("Read the degrees of a room.", room=self.names),
            "set": self.form("Set the degrees of a room.", room=self.names, degrees=list(range(12, 26))),
        }
        self._user_messages = [f"It should be {self.n} degrees warmer in {self.a}; set it so.", f"{self.b} should be like {self.c}. Read {self.c}, then set {self.b}."]
        self._message_criteria = [lambda s: s[self.a] == self.k, lambda s: s[self.b] == s[self.c]]
        self._expected_answer = None
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_read(self, room):
        return f"It is {self._state[room]} degrees in {room}."
    def tool_set(self, room, degrees):
        self._state[room] = degrees
        return "All right."
    def hint(self):
        return f"{self.a} must become {self.k}, {self.b} must become {self.p}."
    def solution(self):
        return [self.call("set", room=self.a, degrees=self.k), self.call("set", room=self.b, degrees=self.p)]
