import json, random
class BluePrintLoftTicketsEnv(ToolUseBaseEnv):
    """Blue Print Loft Tickets
    Faults at the blue print loft."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["iron", "ink", "line", "sun"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.x, self.y = rng.sample(self.names, 2)
        self.t = rng.sample(range(10, 99), 10)
        self.level = {t: rng.randint(1, 9) for t in self.t}
        self.k, self.r = rng.randint(3, 6), self.t[-2]
        self._state = {"line": self.t[:], "out": 0}
        self._tools = {
            "peek": self.form("First one."),
            "pass": self.form("Pass it.", ticket=self.t, team=self.names),
        }
        self._user_messages = [f"Pass peek to {self.x} if its level is above {self.k}, else to {self.y}.", f"Peek, too: pass to {self.x} above level {self.k}, else to {self.y}."]
        self._message_criteria = [lambda s: s["out"] > 0, lambda s: s["out"] > 1]
        return self._first_obs(), {}
    def form(self, t, **p):
        p = {k: {"type": "integer" if type(v[0]) is int else "string", "enum": v} for k, v in p.items()}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
    def tool_peek(self):
        t = self._state["line"][0]
        return f"{t} is first: level {self.level[t]}."
    def team(self, ticket):
        return self.x if self.level[ticket] > self.k else self.y
    def tool_pass(self, ticket, team):
        s = self._state
        if ticket != s["line"][0] or team != self.team(ticket):
            return "See its level."
        s["out"] += 1
        s["line"].append(s["line"].pop(0))
        return "Sent."
    def hint(self):
        return f"{self.t[0]} {self.team(self.t[0])}, {self.t[1]} {self.team(self.t[1])}."
    def solution(self):
        return [self.call("pass", ticket=self.t[0], team=self.team(self.t[0])), self.call("pass", ticket=self.t[1], team=self.team(self.t[1]))]
