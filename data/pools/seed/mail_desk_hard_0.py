import json, random
class SquarePostEnv(ToolUseBaseEnv):
    """Square Post
    Notes to groups of the crater count table."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.names = ["square", "image", "ring", "grid", "moon", "floor", "lava"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.x, self.y, self.z = ["yes", "no", "maybe"]
        n = self.n = rng.sample(self.names, 7)
        self.g, self.h = rng.sample(range(1, 7), 2)
        self.a, self.b = n[3], n[6]
        self._state = {}
        self._tools = {
            "roll": self.form("Who is in.", group=[self.g, self.h]),
            "write": self.form("Write a note.", note=[self.x, self.y, self.z], to={"type": "array", "items": {"enum": self.names}}),
        }
        self._user_messages = [f"See the roll of {self.h}; write {self.y} to all but {self.a}.", f"Write {self.z} to the roll of {self.g} and of {self.h}."]
        self._message_criteria = [lambda s: s.get(self.y) == sorted(self.n[4:6]), lambda s: s.get(self.z) == sorted(self.n[:6])]
        return self._first_obs(), {}
    def form(self, t, **p):
        for k, v in p.items():
            if type(v) is list:
                p[k] = {"type": "integer" if type(v[0]) is int else "string", "enum": v}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
    def tool_roll(self, group):
        who = self.n[:3] if group == self.g else self.n[3:6]
        return f"{group}: {' '.join(who)}."
    def tool_write(self, note, to):
        if len(to) < 2:
            return "A note goes to several."
        self._state[note] = sorted(to)
        return "Done."
    def hint(self):
        return f"then {' '.join(self.n[4:6])}, both {' '.join(self.n[:6])}."
    def solution(self):
        return [self.call("write", note=self.y, to=self.n[4:6]), self.call("write", note=self.z, to=self.n[:6])]
