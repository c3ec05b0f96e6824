import json, random
class CanalLockPostEnv(ToolUseBaseEnv):
    """Canal Lock Post
    Parcels go from depot to depot at the canal lock."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.names = ["chain", "pump", "gate", "basin"]
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
            "spot": self.form("Spot a parcel.", parcel=self.names),
            "haul": self.form("Haul it one depot up or down.", parcel=self.names, depot=list(range(1, 10))),
        }
        self._user_messages = [f"{self.a} must get to the depot of {self.b}. Spot both and haul {self.a}.", f"Spot {self.c}. Its depot is your answer."]
        self._message_criteria = [lambda s: s[self.a] == s[self.b]]
        self._expected_answer = str(self.m)
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_spot(self, parcel):
        return f"{parcel}: depot {self._state[parcel]}."
    def tool_haul(self, parcel, depot):
        if abs(self._state[parcel] - depot) != 1:
            return "Only to the next depot."
        self._state[parcel] = depot
        self._expected_answer = str(self._state[self.c])
        return f"It is in depot {depot} now."
    def hint(self):
        return f"{self.a} waits in {self.h}, goal {self.k}, {self.c} lies in {self.m}."
    def solution(self):
        return [self.call("haul", parcel=self.a, depot=x) for x in self.way] + [f"<answer>{self.m}</answer>"]
