import json, random
class HeatPlanCallRoomsEnv(ToolUseBaseEnv):
    """Heat Plan Call Rooms
    Hold free rooms at the heat plan call."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["valve", "plan", "hand", "time", "room"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.hours = list(range(1, 7))
        self.open = {x: rng.choice(self.names) for x in self.hours}
        self.h, self.i = rng.sample(self.hours, 2)
        self.a, self.b = self.open[self.h], self.open[self.i]
        self._state = {}
        self._tools = {
            "check": self.form("Find the free room.", hour=self.hours),
            "hold": self.form("Hold a room.", hour=self.hours, room=self.names),
            "clear": self.form("Clear a room.", hour=self.hours),
        }
        self._user_messages = [f"I come at {self.h}. Check a room and hold it.", f"I come at {self.i}, not {self.h}. Clear {self.h}, then check and hold a room at {self.i}."]
        self._message_criteria = [lambda s: s == {self.h: self.a}, lambda s: s == {self.i: self.b}]
        self._expected_answer = None
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_check(self, hour):
        room = self.open[hour]
        return f"At {hour} only {room} is free."
    def tool_hold(self, hour, room):
        if self.open[hour] != room:
            return "That room is taken."
        self._state[hour] = room
        return "Done."
    def tool_clear(self, hour):
        self._state.pop(hour, None)
        return "That hour is open again."
    def hint(self):
        return f"at {self.h} take {self.a}, at {self.i} take {self.b}."
    def solution(self):
        return [self.call("hold", hour=self.h, room=self.a), self.call("clear", hour=self.h), self.call("hold", hour=self.i, room=self.b)]
