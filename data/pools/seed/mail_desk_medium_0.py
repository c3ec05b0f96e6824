import json, random
class LampNotesEnv(ToolUseBaseEnv):
    """Lamp Notes
    Notes to groups of the season globe."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["corner", "room", "shadow", "lamp", "half", "pin", "globe"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.x, self.y, self.z = ["welcome", "goodbye", "later"]
        n = self.n = rng.sample(self.names, 7)
        self.g, self.h = rng.sample(range(1, 7), 2)
        self.a, self.b = n[5], n[6]
        self._state = {}
        self._tools = {
            "group": self.form("Who is in.", group=[self.g, self.h]),
            "mail": self.form("Mail a note.", note=[self.x, self.y, self.z], to={"type": "array", "items": {"enum": self.names}}),
        }
        self._user_messages = [f"See the group of {self.g}, mail them {self.x}.", f"Mail {self.y} to the group of {self.h} but not to {self.a}."]
        self._message_criteria = [lambda s: s.get(self.x) == sorted(self.n[:3]), lambda s: s.get(self.y) == sorted(self.n[3:5])]
        return self._first_obs(), {}
    def form(self, t, **p):
        for k, v in p.items():
            if type(v) is list:
                p[k] = {"type": "integer" if type(v[0]) is int else "string", "enum": v}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
    def tool_group(self, group):
        who = self.n[:3] if group == self.g else self.n[3:6]
        return f"{group}: {' '.join(who)}."
    def tool_mail(self, note, to):
        if len(to) < 2:
            return "List all who get it."
        self._state[note] = sorted(to)
        return "Done."
    def hint(self):
        return f"people {' '.join(self.n[:3])}, people {' '.join(self.n[3:5])}."
    def solution(self):
        return [self.call("mail", note=self.x, to=self.n[:3]), self.call("mail", note=self.y, to=self.n[3:5])]
