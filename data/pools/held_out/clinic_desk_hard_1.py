import json, random
class ScreenClinicEnv(ToolUseBaseEnv):
    """Screen Clinic
    Read, test and refer for the observer."""
    def __init__(self, max_turns=11, **kwargs):
        self.max_turns = max_turns
        self.names = ["flight", "notice", "cause", "delay"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.a, self.b, self.c, self.d = rng.sample(self.names, 4)
        self.first, self.second, self.need = {}, {}, [self.a, rng.choice([self.b, self.c])]
        for n in self.names:
            self.first[n], self.second[n] = rng.sample(range(1, 7), 2)
        self.full, self.tested = [self.first[self.a]], []
        self.end = {n: w if w not in self.full else self.second[n] for n, w in self.first.items()}
        self._state = dict.fromkeys(self.names, 0)
        self._tools = {
            "read": self.form("Read a record.", patient=self.names),
            "test": self.form("Test a patient.", patient=self.names),
            "refer": self.form("Refer a patient to a ward.", patient=self.names, ward=list(range(1, 7))),
        }
        self._user_messages = [f"{self.a} is here. Read the record, test if it says so, then refer.", f"Now {self.b} is here. Read that record and follow it too.", f"Which ward does the record of {self.c} name first? Read it and answer."]
        self._message_criteria = [lambda s: s[self.a] == self.end[self.a], lambda s: s[self.b] == self.end[self.b]]
        self._expected_answer = self.first[self.c]
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tip(self, n):
        return ("test and " if n in self.need else "") + f"ward {self.end[n]}"
    def tool_read(self, patient):
        test = "test, then " if patient in self.need else ""
        other = f", else {self.second[patient]}" if self.full else ""
        return f"{patient}: {test}ward {self.first[patient]}{other}."
    def tool_test(self, patient):
        self.tested.append(patient)
        return "The test is done."
    def tool_refer(self, patient, ward):
        if ward in self.full:
            return f"No bed in ward {ward}."
        if ward != self.end[patient] or patient in self.need and patient not in self.tested:
            return "The record says otherwise."
        self._state[patient] = ward
        return "Gone there."
    def hint(self):
        return f"{self.a}: {self.tip(self.a)}, {self.b}: {self.tip(self.b)}, answer {self.first[self.c]}."
    def solution(self):
        return [x for n in (self.a, self.b) for x in ([self.call("test", patient=n)] * (n in self.need) + [self.call("refer", patient=n, ward=self.end[n])])] + [f"<answer>{self.first[self.c]}</answer>"]
