import json, random
class GamblerRosterEnv(ToolUseBaseEnv):
    """Gambler Roster
    Shifts for the clerk."""
    def __init__(self, max_turns=9, **kwargs):
        self.max_turns = max_turns
        self.names = ["coin", "cup", "bead", "tube", "tray", "pair", "gambler"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        d = rng.sample(range(11, 18), 7)
        s = self._state = dict(zip(rng.sample(self.names, 7), d))
        self.a, self.b, self.c, self.e, self.d, *_ = s
        self.i, self.j, self.k, self.h, self.m, *_ = d
        self._tools = {
            "find": self.form("Day of a worker.", worker=self.names),
            "swap": self.form("Swap two days.", day=list(range(11, 18)), other=list(range(11, 18))),
        }
        self._user_messages = [f"Find the days of {self.a} and {self.b}, then swap them.", f"{self.c} wants day {self.h}: find the day of {self.c}, then swap.", f"Which day has {self.d}? Find and answer."]
        self._message_criteria = [lambda s: (s[self.a], s[self.b]) == (self.j, self.i), lambda s: s[self.c] == self.h]
        self._expected_answer = self.m
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_find(self, worker):
        return f"{worker} works on {self._state[worker]}."
    def tool_swap(self, day, other):
        if day == other:
            return "Name two days."
        for x, y in self._state.items():
            if y in (day, other):
                self._state[x] = day + other - y
        self._expected_answer = self._state[self.d]
        return "They agree."
    def hint(self):
        return f"swap {self.i} with {self.j}, from {self.k}, say {self.m}."
    def solution(self):
        return [self.call("swap", day=self.i, other=self.j), self.call("swap", day=self.k, other=self.h), f"<answer>{self.m}</answer>"]
