import json, random
class SandTrackerEnv(ToolUseBaseEnv):
    """Sand Tracker
    Tasks at the worm bin."""
    def __init__(self, max_turns=9, **kwargs):
        self.max_turns = max_turns
        self.names = ["leaf", "soil", "lid", "skin", "apple"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        n = rng.sample(self.names, 5)
        self.way, self.need = n[:3], dict(zip(n[1:3], n))
        self.a, self.b, self.c = self.way[-1], n[-1], n[-2]
        s = self._state = dict(zip(n, rng.sample(range(1, 10), 5)))
        self.o, self.done = s[self.c], []
        self._tools = {
            "view": self.form("See it.", task=self.names),
            "complete": self.form("Complete it.", task=self.names),
        }
        self._user_messages = [f"Complete {self.a}, but first all it waits for: view.", f"Who owns {self.c}? View and answer the number."]
        self._message_criteria = [lambda s: self.a in self.done]
        self._expected_answer = self.o
        return self._first_obs(), {}
    def form(self, text, **args):
        p = {k: {"type": "string" if v is self.names else "integer", "enum": v} for k, v in args.items()}
        return {"description": text, "parameters": {"type": "object", "properties": p, "required": list(p)}}
    def call(self, name, **args):
        return "<tool_call>%s</tool_call>" % json.dumps({"name": name, "arguments": args})
    def tool_view(self, task):
        after = self.need.get(task, "nothing")
        return f"{task} waits for {after}. Owner {self._state[task]}."
    def tool_complete(self, task):
        first = self.need.get(task)
        if first and first not in self.done:
            return f"{first} comes first."
        self.done.append(task)
        return f"{task} is done."
    def hint(self):
        return f"way {' '.join(self.way)}, owner {self.o}."
    def solution(self):
        return [*[self.call("complete", task=x) for x in self.way], f"<answer>{self.o}</answer>"]
