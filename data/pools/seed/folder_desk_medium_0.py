import json, random
class TagDriveEnv(ToolUseBaseEnv):
    """Tag Drive
    Files of the loader."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["belt", "owner", "bag", "state", "flight", "tag"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.x, self.y, self.z, self.a, self.b, *self.o = n = rng.sample(self.names, 6)
        self.dirs = ["home", *n[:3]]
        s = self._state = dict.fromkeys(self.o, self.y)
        s |= {self.y: "home", self.x: "home", self.z: self.x, self.a: "home"}
        self.at = s[self.b] = rng.choice([self.x, self.z])
        self._tools = {
            "show": self.form("See it.", folder=self.dirs),
            "bring": self.form("Bring it.", file=self.names, folder=self.dirs),
            "remove": self.form("Remove it.", file=self.names),
        }
        self._user_messages = [f"{self.b} is in {self.x} or its folder: show, bring {self.a} there.", f"Show {self.y} and remove every file in it."]
        self._message_criteria = [lambda s: s[self.a] == self.at, lambda s: self.y not in s.values()]
        return self._first_obs(), {}
    def form(self, t, **p):
        p = {k: {"type": "integer" if type(v[0]) is int else "string", "enum": v} for k, v in p.items()}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
    def tool_show(self, folder):
        s, dirs = self._state, self.dirs
        return f"{folder}: {' '.join(x + '/' * (x in dirs) for x in s if s[x] == folder)}."
    def tool_bring(self, file, folder):
        self._state[file] = folder
        return f"{folder} has {file}."
    def tool_remove(self, file):
        if self._state[file] != self.y:
            return f"{file} is not in {self.y}."
        self._state[file] = "gone"
        return "Gone."
    def hint(self):
        return f"place {self.at}, delete {' '.join(self.o)}."
    def solution(self):
        return [self.call("bring", file=self.a, folder=self.at), *[self.call("remove", file=x) for x in self.o]]
