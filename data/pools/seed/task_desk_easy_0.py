import json, random
class BreadTasksEnv(ToolUseBaseEnv):
    """Bread Tasks
    Tasks at the ammonia hall."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.names = ["loop", "plant", "press", "iron"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        n = rng.sample(self.names, 4)
        self.way, self.need = n[:2], dict(zip(n[1:2], n))
        self.a, self.b, self.c = self.way[-1], n[-1], n[-2]
        s = self._state = dict(zip(n, rng.sample(range(1, 10), 4)))
        self.o, self.done = s[self.c], []
        self._tools = {
            "check": self.form("See it.", task=self.names),
            "solve": self.form("Solve it.", task=self.names),
            "hand": self.form("Set the owner.", task=self.names, owner=list(range(1, 10))),
        }
        self._user_messages = [f"Check what {self.a} waits for and solve all, {self.a} last.", f"Hand {self.b} to the owner of {self.c}: check at {self.c}."]
        self._message_criteria = [lambda s: self.a in self.done, lambda s: s[self.b] == self.o]
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_check(self, task):
        after = self.need.get(task, "nothing")
        return f"{task} waits for {after}. Owner {self._state[task]}."
    def tool_solve(self, task):
        first = self.need.get(task)
        if first and first not in self.done:
            return f"Not before {first}."
        self.done.append(task)
        return f"{task} is done."
    def tool_hand(self, task, owner):
        self._state[task] = owner
        return "Done."
    def hint(self):
        return f"way {' '.join(self.way)}, owner {self.o}."
    def solution(self):
        return [*[self.call("solve", task=x) for x in self.way], self.call("hand", task=self.b, owner=self.o)]
