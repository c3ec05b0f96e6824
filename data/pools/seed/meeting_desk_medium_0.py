import json, random
class SiphonTankCalendarEnv(ToolUseBaseEnv):
    """Siphon Tank Calendar
    Meetings at the siphon tank."""
    def __init__(self, max_turns=9, **kwargs):
        self.max_turns = max_turns
        self.names = ["water", "hole", "air", "tank"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.a, self.b, self.c = rng.sample(self.names, 3)
        o = rng.sample(range(1, 10), 4)
        self.h, self.i, self._state = o[0], o[1], {}
        self.free = {x: sorted(o[1:2] + o[3:]) for x in self.names}
        self.free[self.a] = sorted(o[:3])
        self.free[self.b] = sorted(o[:1] + o[3:])
        self._tools = {
            "see": self.form("Free hours.", guest=self.names),
            "invite": self.form("Set a meeting.", hour=list(range(10)), guests={"type": "array", "items": {"enum": self.names}}),
        }
        self._user_messages = [f"Invite {self.a} and {self.b} at their common hour: see both.", f"Invite {self.a} and {self.c} too: see both first."]
        self._message_criteria = [lambda s: s.get(self.h) == {self.a, self.b}, lambda s: s.get(self.i) == {self.a, self.c}]
        return self._first_obs(), {}
    def form(self, t, **p):
        for k, v in p.items():
            if type(v) is list:
                p[k] = {"type": "integer" if type(v[0]) is int else "string", "enum": v}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
    def tool_see(self, guest):
        return f"{guest} is free at {self.free[guest]}."
    def tool_invite(self, hour, guests):
        for x in guests:
            if hour not in self.free[x]:
                return f"{x} is not free then."
        self._state[hour] = set(guests)
        return "Done."
    def hint(self):
        return f"the hour is {self.h}, then {self.i}."
    def solution(self):
        return [self.call("invite", hour=self.h, guests=[self.a, self.b]), self.call("invite", hour=self.i, guests=[self.a, self.c])]
