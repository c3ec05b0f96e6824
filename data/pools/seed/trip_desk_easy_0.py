import json, random
class LevelJourneysEnv(ToolUseBaseEnv):
    """Level Journeys
    Trains from the share level rules."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["level", "link", "owner", "calendar"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.a, self.b, self.c = rng.sample(self.names, 3)
        t = self.go = {x: self.day(rng) for x in self.names}
        self._state = {}
        self.u = min(t[self.a], key=t[self.a].get)
        self.w = [*t[self.c].values()][0]
        self._tools = {
            "trains": self.form("Hour: price.", to=self.names),
            "book": self.form("Book one.", to=self.names, hour=list(range(1, 10)), bag={"type": "boolean"}),
        }
        self._user_messages = [f"Book the cheapest of the trains to {self.a}.", f"What is the first price of the trains to {self.c}? Answer it."]
        self._message_criteria = [lambda s: s.get(self.a) == (self.u, False)]
        self._expected_answer = self.w
        return self._first_obs(), {}
    def form(self, t, **p):
        for k, v in p.items():
            if type(v) is list:
                p[k] = {"type": "integer" if type(v[0]) is int else "string", "enum": v}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)[:2]}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
    def day(self, rng):
        hours, prices = rng.sample(range(1, 10), 2), rng.sample(range(1, 10), 2)
        return dict(zip(sorted(hours), prices))
    def tool_trains(self, to):
        return f"To {to}: {self.go[to]}"
    def tool_book(self, to, hour, bag=False):
        if hour not in self.go[to]:
            return f"No train at {hour}."
        self._state[to] = hour, bag
        return "Done."
    def hint(self):
        return f"{self.a} at {self.u}, answer {self.w}."
    def solution(self):
        return [self.call("book", to=self.a, hour=self.u), f"<answer>{self.w}</answer>"]
