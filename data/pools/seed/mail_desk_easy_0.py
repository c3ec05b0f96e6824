import json, random
class MinutePostEnv(ToolUseBaseEnv):
    """Minute Post
    Notes to groups of the stock feed."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["store", "item", "error", "number", "count"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.x, self.y, self.z = ["yes", "no", "maybe"]
        n = self.n = rng.sample(self.names, 5)
        self.g, self.h = rng.sample(range(1, 7), 2)
        self.a, self.b = n[3], n[4]
        self._state = {}
        self._tools = {
            "roll": self.form("Who is in.", group=[self.g, self.h]),
            "write": self.form("Write a note.", note=[self.x, self.y, self.z], to={"type": "array", "items": {"enum": self.names}}),
        }
        self._user_messages = [f"Write {self.x} to the roll of {self.g}.", f"Write {self.y} to the roll of {self.h} and to {self.b}."]
        self._message_criteria = [lambda s: s.get(self.x) == sorted(self.n[:2]), lambda s: s.get(self.y) == sorted(self.n[2:5])]
        return self._first_obs(), {}
    def form(self, t, **p):
        for k, v in p.items():
            if type(v) is list:
                p[k] = {"type": "integer" if type(v[0]) is int else "string", "enum": v}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
    def tool_roll(self, group):
        who = self.n[:2] if group == self.g else self.n[2:4]
        return f"{group}: {' '.join(who)}."
    def tool_write(self, note, to):
        if len(to) < 2:
            return "List all who get it."
        self._state[note] = sorted(to)
        return "Done."
    def hint(self):
        return f"for {' '.join(self.n[:2])}, also {' '.join(self.n[2:5])}."
    def solution(self):
        return [self.call("write", note=self.x, to=self.n[:2]), self.call("write", note=self.y, to=self.n[2:5])]
