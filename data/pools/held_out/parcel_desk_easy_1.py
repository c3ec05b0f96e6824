import json, random
class BottlePostEnv(ToolUseBaseEnv):
    """Bottle Post
    Parcels go from depot to depot at the bottle plant."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.names = ["cap", "crate", "label", "sample"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.a, self.b, self.c, self.d = rng.sample(self.names, 4)
        self.h, self.m = rng.sample(range(3, 8), 2)
        self.k = self.h + rng.choice([-1, 1]) * 1
        self._state = dict(zip([self.a, self.b, self.c, self.d], [self.h, self.k, self.m, 9]))
        s = 1 if self.k > self.h else -1
        self.way = list(range(self.h + s, self.k + s, s))
        self._tools = {
            "trace": self.form("Trace a parcel.", parcel=self.names),
            "forward": self.form("Forward it one depot up or down.", parcel=self.names, depot=list(range(1, 10))),
        }
        self._user_messages = [f"Trace {self.a}, then forward it to depot {self.k}.", f"Trace {self.c}. Its depot is your answer."]
        self._message_criteria = [lambda s: s[self.a] == self.k]
        self._expected_answer = str(self.m)
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_trace(self, parcel):
        return f"Depot {self._state[parcel]} has {parcel}."
    def tool_forward(self, parcel, depot):
        if abs(self._state[parcel] - depot) != 1:
            return "Too far."
        self._state[parcel] = depot
        self._expected_answer = str(self._state[self.c])
        return f"Depot {depot} has it."
    def hint(self):
        return f"bring {self.a} from {self.h} to {self.k}, {self.c} rests in {self.m}."
    def solution(self):
        return [self.call("forward", parcel=self.a, depot=x) for x in self.way] + [f"<answer>{self.m}</answer>"]
