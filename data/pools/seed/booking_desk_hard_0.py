import json, random
class TideHallEnv(ToolUseBaseEnv):
    """Tide Hall
    Find and reserve rooms for the keeper."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.names = ["pier", "drum", "clock", "pipe", "tide"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.hours = list(range(1, 7))
        self.open = {x: rng.choice(self.names) for x in self.hours}
        self.h, self.i, self.j = rng.sample(self.hours, 3)
        self.a, self.b, self.c = self.open[self.h], self.open[self.i], self.open[self.j]
        self._state = {}
        self._tools = {
            "seek": self.form("Find the free room.", hour=self.hours),
            "reserve": self.form("Reserve a room.", hour=self.hours, room=self.names),
            "drop": self.form("Drop a room.", hour=self.hours),
        }
        self._user_messages = [f"Seek the room that is free at {self.h} and reserve it.", f"Drop my room at {self.h}. Seek one at {self.i} and reserve it.", f"Seek the free room at {self.j}. Its name is your answer."]
        self._message_criteria = [lambda s: s == {self.h: self.a}, lambda s: s == {self.i: self.b}]
        self._expected_answer = self.c
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_seek(self, hour):
        room = self.open[hour]
        return f"At {hour} only {room} is free."
    def tool_reserve(self, hour, room):
        if self.open[hour] != room:
            return "That room is taken."
        self._state[hour] = room
        return "It is yours."
    def tool_drop(self, hour):
        self._state.pop(hour, None)
        return "Gone."
    def hint(self):
        return f"{self.a} is free at {self.h}, {self.b} is free at {self.i}, {self.c} is free at {self.j}."
    def solution(self):
        return [self.call("reserve", hour=self.h, room=self.a), self.call("drop", hour=self.h), self.call("reserve", hour=self.i, room=self.b), f"<answer>{self.c}</answer>"]
