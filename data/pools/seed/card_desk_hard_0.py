import json, random
class WeightWalletEnv(ToolUseBaseEnv):
    """Weight Wallet
    The cards of the long swing hall."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["stone", "pendulum", "air", "beam", "cord", "string"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.a, self.b, self.c, self.d = rng.sample(self.names, 4)
        n = iter(rng.sample(range(1, 60), 24))
        p = self.paid = {x: [next(n) for _ in range(4)] for x in self.names}
        self._state = {}
        self.o = rng.choice([self.a, self.b])
        self.n = rng.choice(p[self.o])
        self.top = max(p[self.c])
        self._tools = {
            "show": self.form("Charges.", card=self.names),
            "freeze": self.form("Freeze a card.", card=self.names),
            "cap": self.form("Set a limit.", card=self.names, most=list(range(1, 60))),
        }
        self._user_messages = [f"{self.a} or {self.b} has a charge of {self.n}: show them, freeze that card.", f"Show {self.c} and cap it to its largest charge."]
        self._message_criteria = [lambda s: s.get(self.o) == 0, lambda s: s.get(self.c) == self.top]
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_show(self, card):
        return f"{card}: {self.paid[card]}"
    def tool_freeze(self, card):
        self._state[card] = 0
        return "Done."
    def tool_cap(self, card, most):
        if most not in self.paid[card]:
            return f"{card} never paid {most}."
        self._state[card] = most
        return "That is the limit."
    def hint(self):
        return f"the card is {self.o}, the most is {self.top}."
    def solution(self):
        return [self.call("freeze", card=self.o), self.call("cap", card=self.c, most=self.top)]
