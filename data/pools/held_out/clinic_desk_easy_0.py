import json, random
class WillowLabWardEnv(ToolUseBaseEnv):
    """Willow Lab Ward
    Follow the records of the patients of the willow lab."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.names = ["grain", "crystal", "tree", "bark"]
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
            "view": self.form("View a record.", patient=self.names),
            "scan": self.form("Scan a patient.", patient=self.names),
            "admit": self.form("Admit a patient to a ward.", patient=self.names, ward=list(range(1, 7))),
        }
        self._user_messages = [f"{self.a} is here. View the record, scan if it says so, then admit."]
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
    def tool_view(self, patient):
        test = "test, then " if patient in self.need else ""
        other = f", else {self.second[patient]}" if self.full else ""
        return f"{patient}: {test}ward {self.first[patient]}{other}."
    def tool_scan(self, patient):
        self.tested.append(patient)
        return "All well."
    def tool_admit(self, patient, ward):
        if ward in self.full:
            return f"Ward {ward} is full."
        if ward != self.end[patient] or patient in self.need and patient not in self.tested:
            return "The record says otherwise."
        self._state[patient] = ward
        return "Done."
    def hint(self):
        return f"{self.a}: {self.tip(self.a)}."
    def solution(self):
        return [x for n in (self.a,) for x in ([self.call("scan", patient=n)] * (n in self.need) + [self.call("admit", patient=n, ward=self.end[n])])]
