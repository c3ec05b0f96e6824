import json, random
class SpendLimitRulesClinicEnv(ToolUseBaseEnv):
    """Spend Limit Rules Clinic
    Open, examine and send for the parent."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.names = ["payment", "parent", "zero", "limit"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.a, self.b, self.c, self.d = rng.sample(self.names, 4)
        self.first, self.second, self.need = {}, {}, [self.a, rng.choice([self.b, self.c])]
        for n in self.names:
            self.first[n], self.second[n] = rng.sample(range(1, 7), 2)
        self.full, self.tested = [], []
        self.end = {n: w if w not in self.full else self.second[n] for n, w in self.first.items()}
        self._state = dict.fromkeys(self.names, 0)
        self._tools = {
            "open": self.form("Open a record.", patient=self.names),
            "examine": self.form("Examine a patient.", patient=self.names),
            "send": self.form("Send a patient to a ward.", patient=self.names, ward=list(range(1, 7))),
        }
        self._user_messages = [f"{self.a} is here. Open the record, examine if it says so, then send."]
        self._message_criteria = [lambda s: s[self.a] == self.end[self.a]]
        self._expected_answer = None
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tip(self, n):
        return ("test and " if n in self.need else "") + f"ward {self.end[n]}"
    def tool_open(self, patient):
        test = "after a test, " if patient in self.need else ""
        other = f", else {self.second[patient]}" if self.full else ""
        return f"{patient}: {test}ward {self.first[patient]}{other}."
    def tool_examine(self, patient):
        self.tested.append(patient)
        return "Tested."
    def tool_send(self, patient, ward):
        if ward in self.full:
            return f"Ward {ward} is full."
        if ward != self.end[patient] or patient in self.need and patient not in self.tested:
            return "The record says otherwise."
        self._state[patient] = ward
        return "Gone there."
    def hint(self):
        return f"{self.a}: {self.tip(self.a)}."
    def solution(self):
        return [x for n in (self.a,) for x in ([self.call("examine", patient=n)] * (n in self.need) + [self.call("send", patient=n, ward=self.end[n])])]
