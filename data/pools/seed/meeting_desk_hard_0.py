import json, random
class RowDiaryEnv(ToolUseBaseEnv):
    """Row Diary
    Meetings at the power meter file."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.names = ["file", "gap", "mark", "meter", "count", "row"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.a, self.b, self.c = rng.sample(self.names, 3)
        o = rng.sample(range(1, 10), 8)
        self.h, self.i, self._state = o[0], o[1], {}
        self.free = {x: sorted(o[1:2] + o[5:]) for x in self.names}
        self.free[self.a] = sorted(o[:5])
        self.free[self.b] = sorted(o[:1] + o[5:])
        self._tools = {
            "read": self.form("Free hours.", guest=self.names),
            "meet": self.form("Set a meeting.", hour=list(range(10)), guests={"type": "array", "items": {"enum": self.names}}),
        }
        self._user_messages = [f"Now read {self.a} and {self.c} and meet when both can.", f"Meet {self.a} and {self.b} at their common hour: read both."]
        self._message_criteria = [lambda s: s.get(self.i) == {self.a, self.c}, lambda s: s.get(self.h) == {self.a, self.b}]
        return self._first_obs(), {}
    def form(self, t, **p):
        for k, v in p.items():
            if type(v) is list:
                p[k] = {"type": "integer" if type(v[0]) is int else "string", "enum": v}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
    def tool_read(self, guest):
        return f"{guest}: {self.free[guest]}."
    def tool_meet(self, hour, guests):
        for x in guests:
            if hour not in self.free[x]:
                return f"{x} has no time at {hour}."
        self._state[hour] = set(guests)
        return "It is set."
    def hint(self):
        return f"later at {self.i}, both can at {self.h}."
    def solution(self):
        return [self.call("meet", hour=self.i, guests=[self.a, self.c]), self.call("meet", hour=self.h, guests=[self.a, self.b])]
