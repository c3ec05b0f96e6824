import json, random
class HillHallEnv(ToolUseBaseEnv):
    """Hill Hall
    Reserve free rooms at the tunnel works."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.names = ["peg", "lamp", "level", "tunnel", "hill"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.hours = list(range(1, 7))
        self.open = {x: rng.choice(self.names) for x in self.hours}
        self.h, self.j = rng.sample(self.hours, 2)
        self.a, self.c = self.open[self.h], self.open[self.j]
        self._state = {}
        self._tools = {
            "seek": self.form("Find the free room.", hour=self.hours),
            "reserve": self.form("Reserve a room.", hour=self.hours, room=self.names),
        }
        self._user_messages = [f"I come at {self.h}. Seek a room and reserve it.", f"Last, seek the room at {self.j} and answer with its name."]
        self._message_criteria = [lambda s: s == {self.h: self.a}]
        self._expected_answer = self.c
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_seek(self, hour):
        room = self.open[hour]
        return f"Free at {hour}: {room}."
    def tool_reserve(self, hour, room):
        if self.open[hour] != room:
            return "Taken at that hour."
        self._state[hour] = room
        return "Done."
    def hint(self):
        return f"{self.a} is free at {self.h}, {self.c} is free at {self.j}."
    def solution(self):
        return [self.call("reserve", hour=self.h, room=self.a), f"<answer>{self.c}</answer>"]
