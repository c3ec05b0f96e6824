import json, random
class FileNodeRecordSupplyEnv(ToolUseBaseEnv):
    """File Node Record Supply
    Kits for the keeper."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["child", "parent", "size", "date", "node", "folder"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        n = rng.sample(self.names, 6)
        k, p = n[:3], n[3:]
        self.a, self.b, *_ = n
        self.kits = {x: {y: rng.randint(1, 9) for y in rng.sample(p, 2)} for x in k}
        self._state = {}
        self._tools = {
            "contents": self.form("Parts.", kit=k),
            "fetch": self.form("Fetch it.", kit=k, list={"type": "array", "items": {"type": "object", "properties": {"part": {"enum": self.names}, "n": {"type": "integer"}}, "required": ["part", "n"]}}),
        }
        self._user_messages = [f"Fetch kit {self.a} by its contents.", f"Now see the contents of {self.b} and fetch them."]
        self._message_criteria = [lambda s: s.get(self.a) == self.kits[self.a], lambda s: s.get(self.b) == self.kits[self.b]]
        return self._first_obs(), {}
    def form(self, t, **p):
        for k, v in p.items():
            if type(v) is list:
                p[k] = {"type": "integer" if type(v[0]) is int else "string", "enum": v}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
    def rows(self, kit):
        return [{"part": x, "n": n} for x, n in kit.items()]
    def say(self, kit):
        return " ".join(f"{n} {x}" for x, n in self.kits[kit].items())
    def tool_contents(self, kit):
        return f"{self.say(kit)}."
    def tool_fetch(self, kit, list):
        self._state[kit] = {x["part"]: x["n"] for x in list}
        return "Bought."
    def hint(self):
        return f"{self.say(self.a)} first, then {self.say(self.b)}."
    def solution(self):
        return [self.call("fetch", kit=self.a, list=self.rows(self.kits[self.a])), self.call("fetch", kit=self.b, list=self.rows(self.kits[self.b]))]
