import json, random
class SunClientsEnv(ToolUseBaseEnv):
    """Sun Clients
    Customers of the eclipse camp."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["tree", "moon", "crescent", "bird", "ground"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        n, d = rng.sample(self.names, 5), rng.sample(range(1, 9), 5)
        r = rng.sample(range(1, 10), 5)
        self._state = {x: {"door": y, "rank": z} for x, y, z in zip(n, d, r)}
        self.a, _, self.c, *_ = n
        self.h, self.i, self.j, *_ = d
        self.m, self.n = r[1], rng.randint(10, 20)
        self._tools = {
            "seek": self.form("Seek a row.", door=list(range(1, 9))),
            "update": self.form("Update it.", client=self.names, change={"type": "object", "properties": {"rank": {"type": "integer"}}}),
        }
        self._user_messages = [f"Update {self.c} to the rank of door {self.i}: seek it.", f"Door {self.h} gets rank {self.n}: seek and update."]
        self._message_criteria = [lambda s: s[self.c]["rank"] == self.m, lambda s: s[self.a]["rank"] == self.n]
        return self._first_obs(), {}
    def form(self, t, **p):
        for k, v in p.items():
            if type(v) is list:
                p[k] = {"type": "integer" if type(v[0]) is int else "string", "enum": v}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
    def tool_seek(self, door):
        for x, row in self._state.items():
            if row["door"] == door:
                return f"{x} lives at {door}: rank {row['rank']}."
        return "Nobody is there."
    def tool_update(self, client, change):
        if "rank" not in change:
            return 'Set "rank".'
        self._state[client] |= change
        return "Done."
    def hint(self):
        return f"give {self.m}, edit {self.a}."
    def solution(self):
        return [self.call("update", client=self.c, change={"rank": self.m}), self.call("update", client=self.a, change={"rank": self.n})]
