import json, random
class ListNetworkEnv(ToolUseBaseEnv):
    """List Network
    Faults at the house rule format."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.names = ["sensor", "clock", "time"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.x, self.y = rng.sample(self.names, 2)
        self.t = rng.sample(range(10, 99), 8)
        self.level = {t: rng.randint(1, 9) for t in self.t}
        self.k, self.r = rng.randint(3, 6), self.t[-2]
        self._state = {"line": self.t[:], "out": 0}
        self._tools = {
            "next": self.form("First one."),
            "send": self.form("Send it.", ticket=self.t, team=self.names),
            "raise": self.form("Front.", ticket=self.t),
        }
        self._user_messages = [f"Send the next ticket: level above {self.k} to {self.x}, else to {self.y}.", f"Raise ticket {self.r}."]
        self._message_criteria = [lambda s: s["out"] > 0, lambda s: s["line"][0] == self.r]
        return self._first_obs(), {}
    def form(self, t, **p):
        p = {k: {"type": "integer" if type(v[0]) is int else "string", "enum": v} for k, v in p.items()}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
    def tool_next(self):
        t = self._state["line"][0]
        return f"{t} is first: level {self.level[t]}."
    def team(self, ticket):
        return self.x if self.level[ticket] > self.k else self.y
    def tool_send(self, ticket, team):
        s = self._state
        if ticket != s["line"][0] or team != self.team(ticket):
            return "First, by level."
        s["out"] += 1
        s["line"].append(s["line"].pop(0))
        return "Sent."
    def tool_raise(self, ticket):
        self._state["line"].sort(key=lambda t: t != ticket)
        return "It is first."
    def hint(self):
        return f"first {self.t[0]} to {self.team(self.t[0])}."
    def solution(self):
        return [self.call("send", ticket=self.t[0], team=self.team(self.t[0])), self.call("raise", ticket=self.r)]
