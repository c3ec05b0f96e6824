import json, random
class BandHallEnv(ToolUseBaseEnv):
    """Band Hall
    Find and book rooms for the watcher."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.names = ["mirror", "dome", "slit", "band", "moon"]
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
            "find": self.form("Find the free room.", hour=self.hours),
            "book": self.form("Book a room.", hour=self.hours, room=self.names),
            "cancel": self.form("Cancel a room.", hour=self.hours),
        }
        self._user_messages = [f"Find the room that is free at {self.h} and book it.", f"Cancel my room at {self.h}. Find one at {self.i} and book it.", f"Find the free room at {self.j}. Its name is your answer."]
        self._message_criteria = [lambda s: s == {self.h: self.a}, lambda s: s == {self.i: self.b}]
        self._expected_answer = self.c
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_find(self, hour):
        room = self.open[hour]
        return f"Free at {hour}: {room}."
    def tool_book(self, hour, room):
        if self.open[hour] != room:
            return "It is not free."
        self._state[hour] = room
        return "Done."
    def tool_cancel(self, hour):
        self._state.pop(hour, None)
        return "No room at that hour now."
    def hint(self):
        return f"at {self.h} take {self.a}, at {self.i} take {self.b}, at {self.j} take {self.c}."
    def solution(self):
        return [self.call("book", hour=self.h, room=self.a), self.call("cancel", hour=self.h), self.call("book", hour=self.i, room=self.b), f"<answer>{self.c}</answer>"]
