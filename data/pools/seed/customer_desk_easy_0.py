import json, random
class MaskTheatreCustomersEnv(ToolUseBaseEnv):
    """Mask Theatre Customers
    Clients of the player."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["mask", "gold", "sheet", "cloak"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        n, d = rng.sample(self.names, 4), rng.sample(range(1, 7), 4)
        r = rng.sample(range(1, 10), 4)
        self._state = {x: {"door": y, "rank": z} for x, y, z in zip(n, d, r)}
        self.a, _, self.c, *_ = n
        self.h, self.i, self.j, *_ = d
        self.m, self.n = r[1], rng.randint(10, 20)
        self._tools = {
            "find": self.form("Find a row.", door=list(range(1, 7))),
            "edit": self.form("Edit it.", client=self.names, change={"type": "object", "properties": {"rank": {"type": "integer"}}}),
        }
        self._user_messages = [f"Door {self.h} gets rank {self.n}: find and edit.", f"Who is at door {self.j}? Find and answer."]
        self._message_criteria = [lambda s: s[self.a]["rank"] == self.n]
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
                return f"Door {door}: {x} of rank {row['rank']}."
        return "Nobody is there."
    def tool_edit(self, client, change):
        if "rank" not in change:
            return 'Set "rank".'
        self._state[client] |= change
        return "Done."
    def hint(self):
        return f"there is {self.a}, answer {self.c}."
    def solution(self):
        return [self.call("edit", client=self.a, change={"rank": self.n}), f"<answer>{self.c}</answer>"]
