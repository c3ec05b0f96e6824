import json, random
class VoiceBankEnv(ToolUseBaseEnv):
    """Voice Bank
    Inspect and give accounts for the operator."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.names = ["phone", "line", "ring", "siren"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        s = self._state = dict(zip(self.names, rng.sample(range(3, 10), 4)))
        self.a, self.b, self.c = rng.sample(self.names, 3)
        self.top = max(self.a, self.b, key=s.get)
        self.n = rng.randint(1, 3)
        self.end = s | {self.top: s[self.top] - self.n, self.c: s[self.c] + self.n}
        self._tools = {
            "inspect": self.form("Read one account.", account=self.names),
            "give": self.form("Give an amount.", source=self.names, target=self.names, amount=list(range(1, 10))),
        }
        self._user_messages = [f"{self.c} needs {self.n}. Give it from the richer of {self.a} and {self.b}: inspect them.", f"What is in {self.c} now? Inspect it and answer the number."]
        self._message_criteria = [lambda s: s == self.end]
        self._expected_answer = str(self.end[self.c])
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_inspect(self, account):
        return f"{account}: {self._state[account]}."
    def tool_give(self, source, target, amount):
        s = self._state
        if amount > s[source]:
            return "Refused."
        s[source] -= amount
        s[target] += amount
        self._expected_answer = str(s[self.c])
        return "The ledger is changed."
    def hint(self):
        return f"the payer is {self.top}, at the end {self.c} holds {self.end[self.c]}."
    def solution(self):
        return [self.call("give", source=self.top, target=self.c, amount=self.n), f"<answer>{self.end[self.c]}</answer>"]
