import json, random
class CabbageJuiceBenchMeetingsEnv(ToolUseBaseEnv):
    """Cabbage Juice Bench Meetings
    Meetings for the student."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["tube", "lye", "lemon"]
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
            "view": self.form("Free hours.", guest=self.names),
            "gather": self.form("Set a meeting.", hour=list(range(10)), guests={"type": "array", "items": {"enum": self.names}}),
            "erase": self.form("Erase it.", hour=list(range(10))),
        }
        self._user_messages = [f"Gather {self.a} and {self.b} at their common hour: view both.", f"Erase hour {self.h}."]
        self._message_criteria = [lambda s: s.get(self.h) == {self.a, self.b}, lambda s: self.h not in s]
        return self._first_obs(), {}
    def form(self, t, **p):
        for k, v in p.items():
            if type(v) is list:
                p[k] = {"type": "integer" if type(v[0]) is int else "string", "enum": v}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
    def tool_view(self, guest):
        return f"{guest}: {self.free[guest]}."
    def tool_gather(self, hour, guests):
        for x in guests:
            if hour not in self.free[x]:
                return f"{x} is not free then."
        self._state[hour] = set(guests)
        return "Done."
    def tool_erase(self, hour):
        self._state.pop(hour, 0)
        return "Gone."
    def hint(self):
        return f"both can at {self.h}."
    def solution(self):
        return [self.call("gather", hour=self.h, guests=[self.a, self.b]), self.call("erase", hour=self.h)]
