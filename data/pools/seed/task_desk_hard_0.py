import json, random
class MouldProjectEnv(ToolUseBaseEnv):
    """Mould Project
    The project of the worker."""
    def __init__(self, max_turns=12, **kwargs):
        self.max_turns = max_turns
        self.names = ["cloth", "screen", "straw", "vat", "sheet", "felt"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        n = rng.sample(self.names, 6)
        self.way, self.need = n[:4], dict(zip(n[1:4], n))
        self.a, self.b, self.c = self.way[-1], n[-1], n[-2]
        s = self._state = dict(zip(n, rng.sample(range(1, 10), 6)))
        self.o, self.done = s[self.c], []
        self._tools = {
            "look": self.form("See it.", task=self.names),
            "finish": self.form("Finish it.", task=self.names),
            "assign": self.form("Set the owner.", task=self.names, owner=list(range(1, 10))),
        }
        self._user_messages = [f"Finish {self.a}, but first all it waits for: look.", f"Look who owns {self.c} and assign {self.b} to the same."]
        self._message_criteria = [lambda s: self.a in self.done, lambda s: s[self.b] == self.o]
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_look(self, task):
        after = self.need.get(task, "nothing")
        return f"{task}: owner {self._state[task]}, waits for {after}."
    def tool_finish(self, task):
        first = self.need.get(task)
        if first and first not in self.done:
            return f"Not before {first}."
        self.done.append(task)
        return f"{task} is done."
    def tool_assign(self, task, owner):
        self._state[task] = owner
        return "Done."
    def hint(self):
        return f"way {' '.join(self.way)}, owner {self.o}."
    def solution(self):
        return [*[self.call("finish", task=x) for x in self.way], self.call("assign", task=self.b, owner=self.o)]
