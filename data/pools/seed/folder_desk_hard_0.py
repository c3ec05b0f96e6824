import json, random
class RootFoldersEnv(ToolUseBaseEnv):
    """Root Folders
    Files of the folder move call."""
    def __init__(self, max_turns=10, **kwargs):
        self.max_turns = max_turns
        self.names = ["call", "half", "name", "folder", "root", "tree", "parent"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        self.x, self.y, self.z, self.a, self.b, *self.o = n = rng.sample(self.names, 7)
        self.dirs = ["home", *n[:3]]
        s = self._state = dict.fromkeys(self.o, self.y)
        s |= {self.y: "home", self.x: "home", self.z: self.x, self.a: "home"}
        self.at = s[self.b] = rng.choice([self.x, self.z])
        self._tools = {
            "list": self.form("See it.", folder=self.dirs),
            "put": self.form("Put it.", file=self.names, folder=self.dirs),
            "erase": self.form("Erase it.", file=self.names),
        }
        self._user_messages = [f"List home to find {self.b}, then put {self.a} there.", f"List {self.y} and erase every file in it."]
        self._message_criteria = [lambda s: s[self.a] == self.at, lambda s: self.y not in s.values()]
        return self._first_obs(), {}
    def form(self, t, **p):
        p = {k: {"type": "integer" if type(v[0]) is int else "string", "enum": v} for k, v in p.items()}
        return {"description": t, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, n, **a):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": n, "arguments": a})
    def tool_list(self, folder):
        s, dirs = self._state, self.dirs
        return f"{folder}: {' '.join(x + '/' * (x in dirs) for x in s if s[x] == folder)}."
    def tool_put(self, file, folder):
        self._state[file] = folder
        return f"{folder} has {file}."
    def tool_erase(self, file):
        if self._state[file] != self.y:
            return f"{file} is not in {self.y}."
        self._state[file] = "gone"
        return "Gone."
    def hint(self):
        return f"place {self.at}, delete {' '.join(self.o)}."
    def solution(self):
        return [self.call("put", file=self.a, folder=self.at), *[self.call("erase", file=x) for x in self.o]]
