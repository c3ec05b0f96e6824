import json, random
class KnotBoardSupplyEnv(ToolUseBaseEnv):
    """Knot Board Supply
    Kits for the knot board."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.names = ["loop", "board", "crossing", "arc", "knot"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self._start()
        n = rng.sample(self.names, 5)
        k, p = n[:2], n[2:]
        self.a, self.b, *_ = n
        self.kits = {x: {y: rng.randint(1, 9) for y in rng.sample(p, 1)} for x in k}
        self._state = {}
        self._tools = {
            "recipe": self.form("Parts.", kit=k),
            "buy": self.form("Buy it.", kit=k, list={"type": "array", "items": {"type": "object", "properties": {"part": {"enum": self.names}, "n": {"type": "integer"}}, "required": ["part", "n"]}}),
        }
        self._user_messages = [f"See recipe of {self.a} and buy them.", f"Buy {self.b} too, by its recipe."]
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
    def tool_recipe(self, kit):
        return f"{self.say(kit)}."
    def tool_buy(self, kit, list):
        self._state[kit] = {x["part"]: x["n"] for x in list}
        return "Bought."
    def hint(self):
        return f"{self.say(self.a)} first, then {self.say(self.b)}."
    def solution(self):
        return [self.call("buy", kit=self.a, list=self.rows(self.kits[self.a])), self.call("buy", kit=self.b, list=self.rows(self.kits[self.b]))]
