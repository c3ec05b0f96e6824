import json, random
class StemWalletEnv(ToolUseBaseEnv):
    """Stem Wallet
    The cards of the garden scale."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.names = ["row", "leaf", "stem", "cone", "daisy"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.a, self.b, self.c, self.d = rng.sample(self.names, 4)
        n = iter(rng.sample(range(1, 60), 15))
        p = self.paid = {x: [next(n) for _ in range(3)] for x in self.names}
        self._state = {}
        self.o = rng.choice([self.a, self.b])
        self.n = rng.choice(p[self.o])
        self.least = min(p[self.d])
        self._tools = {
            "show": self.form("Charges.", card=self.names),
            "freeze": self.form("Freeze a card.", card=self.names),
        }
        self._user_messages = [f"{self.a} or {self.b} has a charge of {self.n}: show them, freeze that card.", f"What is the least charge of {self.d}? Show and answer."]
        self._message_criteria = [lambda s: s.get(self.o) == 0]
        self._expected_answer = self.least
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_show(self, card):
        return f"Charges {self.paid[card]}"
    def tool_freeze(self, card):
        self._state[card] = 0
        return "Blocked."
    def hint(self):
        return f"the card is {self.o}, answer {self.least}."
    def solution(self):
        return [self.call("freeze", card=self.o), f"<answer>{self.least}</answer>"]
