import json, random
class MapOfficeTicketsEnv(ToolUseBaseEnv):
    """Map Office Tickets
    Faults at the map office."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.names = ["ink", "lake", "island", "pencil", "border", "county"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.x, self.y = rng.sample(self.names, 2)
        self.t = rng.sample(range(10, 99), 14)
        self.level = {t: rng.randint(1, 9) for t in self.t}
        self.k, self.r = rng.randint(3, 6), self.t[-2]
        self._state = {"line": self.t[:], "out": 0}
        self._tools = {
            "next": self.form("First one."),
            "send": self.form("Send it.", ticket=self.t, team=self.names),
        }
        self._user_messages = [f"Send the next ticket: level above {self.k} to {self.x}, else to {self.y}.", f"Next, too: send to {self.x} above level {self.k}, else to {self.y}."]
        self._message_criteria = [lambda s: s["out"] > 0, lambda s: s["out"] > 1]
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
            return "See its level."
        s["out"] += 1
        s["line"].append(s["line"].pop(0))
        return "Gone."
    def hint(self):
        return f"{self.t[0]} {self.team(self.t[0])}, {self.t[1]} {self.team(self.t[1])}."
    def solution(self):
        return [self.call("send", ticket=self.t[0], team=self.team(self.t[0])), self.call("send", ticket=self.t[1], team=self.team(self.t[1]))]
