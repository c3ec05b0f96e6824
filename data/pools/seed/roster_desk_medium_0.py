import json, random
class GlassFurnaceShiftsEnv(ToolUseBaseEnv):
    """Glass Furnace Shifts
    Shifts for the blower."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["crack", "wood", "block", "heat", "oven", "lime"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        d = rng.sample(range(1, 7), 6)
        s = self._state = dict(zip(rng.sample(self.names, 6), d))
        self.a, self.b, self.c, self.e, self.d, *_ = s
        self.i, self.j, self.k, self.h, self.m, *_ = d
        self._tools = {
            "see": self.form("Day of a worker.", worker=self.names),
            "switch": self.form("Switch two days.", day=list(range(1, 7)), other=list(range(1, 7))),
        }
        self._user_messages = [f"{self.a} and {self.b} change: see their days and switch.", f"See the day of {self.d} and answer it."]
        self._message_criteria = [lambda s: (s[self.a], s[self.b]) == (self.j, self.i)]
        self._expected_answer = self.m
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_see(self, worker):
        return f"Day {self._state[worker]}."
    def tool_switch(self, day, other):
        if day == other:
            return "That is one day."
        for x, y in self._state.items():
            if y in (day, other):
                self._state[x] = day + other - y
        self._expected_answer = self._state[self.d]
        return "Done."
    def hint(self):
        return f"swap {self.i} with {self.j}, say {self.m}."
    def solution(self):
        return [self.call("switch", day=self.i, other=self.j), f"<answer>{self.m}</answer>"]
