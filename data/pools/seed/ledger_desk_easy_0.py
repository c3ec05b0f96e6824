import json, random
class TrainWhistleBridgeBankEnv(ToolUseBaseEnv):
    """Train Whistle Bridge Bank
    Read and pay accounts for the listener."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.names = ["bridge", "train", "wave", "ear"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        s = self._state = dict(zip(self.names, rng.sample(range(3, 9), 4)))
        self.top, self.c = rng.sample(self.names, 2)
        self.n = rng.randint(1, 3)
        self.end = s | {self.top: s[self.top] - self.n, self.c: s[self.c] + self.n}
        self._tools = {
            "read": self.form("Read one account.", account=self.names),
            "pay": self.form("Pay an amount.", source=self.names, target=self.names, amount=list(range(1, 10))),
        }
        self._user_messages = [f"Pay {self.n} from {self.top} to {self.c}.", f"Last, read {self.c} and answer with the number."]
        self._message_criteria = [lambda s: s == self.end]
        self._expected_answer = str(self.end[self.c])
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_read(self, account):
        return f"{self._state[account]} in {account}."
    def tool_pay(self, source, target, amount):
        s = self._state
        if amount > s[source]:
            return "That cannot be done."
        s[source] -= amount
        s[target] += amount
        self._expected_answer = str(s[self.c])
        return "The ledger is changed."
    def hint(self):
        return f"{self.top} can pay, then {self.c} ends with {self.end[self.c]}."
    def solution(self):
        return [self.call("pay", source=self.top, target=self.c, amount=self.n), f"<answer>{self.end[self.c]}</answer>"]
