import json, random
class ClickFundEnv(ToolUseBaseEnv):
    """Click Fund
    Keep the ledger of the ball row desk."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.names = ["row", "fee", "click", "air"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        s = self._state = dict(zip(self.names, rng.sample(range(3, 10), 4)))
        self.a, self.b, self.c, self.d = rng.sample(self.names, 4)
        self.top = max(self.a, self.b, self.d, key=s.get)
        self.n = rng.randint(1, 3)
        self.end = s | {self.top: s[self.top] - self.n, self.c: s[self.c] + self.n}
        self._tools = {
            "count": self.form("Read one account.", account=self.names),
            "transfer": self.form("Transfer an amount.", source=self.names, target=self.names, amount=list(range(1, 10))),
        }
        self._user_messages = [f"Count {self.a}, {self.b} and {self.d}. The richest must transfer {self.n} to {self.c}.", f"Count {self.c}. The number is your answer."]
        self._message_criteria = [lambda s: s == self.end]
        self._expected_answer = str(self.end[self.c])
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_count(self, account):
        return f"{account} has {self._state[account]}."
    def tool_transfer(self, source, target, amount):
        s = self._state
        if amount > s[source]:
            return "Not possible."
        s[source] -= amount
        s[target] += amount
        self._expected_answer = str(s[self.c])
        return "It is booked."
    def hint(self):
        return f"the payer is {self.top}, at the end {self.c} holds {self.end[self.c]}."
    def solution(self):
        return [self.call("transfer", source=self.top, target=self.c, amount=self.n), f"<answer>{self.end[self.c]}</answer>"]
