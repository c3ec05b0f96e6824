import json, random
class TempleDiscPostCustomersEnv(ToolUseBaseEnv):
    """Temple Disc Post Customers
    Customers of the temple disc post."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.names = ["stack", "lamp", "disc", "tea", "peg", "bell"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        n, d = rng.sample(self.names, 6), rng.sample(range(1, 10), 6)
        r = rng.sample(range(1, 10), 6)
        self._state = {x: {"door": y, "rank": z} for x, y, z in zip(n, d, r)}
        self.a, _, self.c, *_ = n
        self.h, self.i, self.j, *_ = d
        self.m = r[1]
        self._tools = {
            "find": self.form("Find a row.", door=list(range(1, 10))),
            "edit": self.form("Edit it.", client=self.names, change={"type": "object", "properties": {"rank": {"type": "integer"}}}),
        }
        self._user_messages = [f"The one at door {self.h} gets the rank of door {self.i}: find both, then edit.", f"Find the name at door {self.j} and answer it."]
        self._message_criteria = [lambda s: s[self.a]["rank"] == self.m]
        self._expected_answer = self.c
        return self._first_obs(), {}
    def form(self, t, **p):
        for k, v in p.items():
            if type(v) is list:
                p[k] = {"type": "integer" if type(v[0]) is int else "string", "enum": v}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
    def tool_find(self, door):
        for x, row in self._state.items():
            if row["door"] == door:
                return f"{x} lives at {door}: rank {row['rank']}."
        return "Nobody is there."
    def tool_edit(self, client, change):
        if "rank" not in change:
            return 'Set "rank".'
        self._state[client] |= change
        return "The row is new."
    def hint(self):
        return f"{self.a} gets {self.m}, answer {self.c}."
    def solution(self):
        return [self.call("edit", client=self.a, change={"rank": self.m}), f"<answer>{self.c}</answer>"]
