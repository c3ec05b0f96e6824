import json, random
class FloatingNeedleBowlHallEnv(ToolUseBaseEnv):
    """Floating Needle Bowl Hall
    Book free rooms at the floating needle bowl."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.names = ["drop", "pepper", "needle", "cloth", "insect"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.hours = list(range(1, 6))
        self.open = {x: rng.choice(self.names) for x in self.hours}
        self.h, self.j = rng.sample(self.hours, 2)
        self.a, self.c = self.open[self.h], self.open[self.j]
        self._state = {}
        self._tools = {
            "find": self.form("Find the free room.", hour=self.hours),
            "book": self.form("Book a room.", hour=self.hours, room=self.names),
        }
        self._user_messages = [f"Find the room that is free at {self.h} and book it.", f"Last, find the room at {self.j} and answer with its name."]
        self._message_criteria = [lambda s: s == {self.h: self.a}]
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
            return "Taken at that hour."
        self._state[hour] = room
        return "Done."
    def hint(self):
        return f"at {self.h} take {self.a}, at {self.j} take {self.c}."
    def solution(self):
        return [self.call("book", hour=self.h, room=self.a), f"<answer>{self.c}</answer>"]
