import json, random
class PianoRoomChargesEnv(ToolUseBaseEnv):
    """Piano Room Charges
    Bank cards of the tuner."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["fork", "note", "pin", "felt"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.a, self.b, self.c, self.d = rng.sample(self.names, 4)
        n = iter(rng.sample(range(1, 60), 8))
        p = self.paid = {x: [next(n) for _ in range(2)] for x in self.names}
        self._state = {}
        self.top = max(p[self.c])
        self.least = min(p[self.d])
        self._tools = {
            "list": self.form("Charges.", card=self.names),
            "limit": self.form("Set a limit.", card=self.names, most=list(range(1, 60))),
        }
        self._user_messages = [f"Limit {self.c} to the most it paid: list it.", f"What is the least charge of {self.d}? List and answer."]
        self._message_criteria = [lambda s: s.get(self.c) == self.top]
        self._expected_answer = self.least
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_list(self, card):
        return f"{card}: {self.paid[card]}"
    def tool_limit(self, card, most):
        if most not in self.paid[card]:
            return f"{card} never paid {most}."
        self._state[card] = most
        return "Done."
    def hint(self):
        return f"limit {self.top}, last {self.least}."
    def solution(self):
        return [self.call("limit", card=self.c, most=self.top), f"<answer>{self.least}</answer>"]
