import json, random
class MoneyRateTablePostEnv(ToolUseBaseEnv):
    """Money Rate Table Post
    Parcels go from depot to depot at the money rate table."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["gap", "table", "bank", "rate"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.a, self.b, self.c, self.d = rng.sample(self.names, 4)
        self.h, self.m = rng.sample(range(3, 8), 2)
        self.k = self.h + rng.choice([-1, 1]) * 2
        self._state = dict(zip([self.a, self.b, self.c, self.d], [self.h, self.k, self.m, 9]))
        s = 1 if self.k > self.h else -1
        self.way = list(range(self.h + s, self.k + s, s))
        self._tools = {
            "locate": self.form("Locate a parcel.", parcel=self.names),
            "pass": self.form("Pass it one depot up or down.", parcel=self.names, depot=list(range(1, 10))),
        }
        self._user_messages = [f"Locate {self.a}, then pass it to depot {self.k}.", f"Last, locate {self.c} and answer with the number of its depot."]
        self._message_criteria = [lambda s: s[self.a] == self.k]
        self._expected_answer = str(self.m)
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_locate(self, parcel):
        return f"{parcel} is in depot {self._state[parcel]}."
    def tool_pass(self, parcel, depot):
        if abs(self._state[parcel] - depot) != 1:
            return "Too far."
        self._state[parcel] = depot
        self._expected_answer = str(self._state[self.c])
        return f"It is in depot {depot} now."
    def hint(self):
        return f"{self.a} waits in {self.h}, goal {self.k}, {self.c} lies in {self.m}."
    def solution(self):
        return [self.call("pass", parcel=self.a, depot=x) for x in self.way] + [f"<answer>{self.m}</answer>"]
