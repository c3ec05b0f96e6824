import random, re
class GlassFurnaceCounterEnv:
    """Glass Furnace Counter
    Press keys until the number is the one the blower wants."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.keys = ["add 7", "double", "less 3", "triple"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.n, plan = rng.choice([(5, '33001'), (9, '00003'), (4, '13030'), (9, '32011'), (7, '32031'), (9, '22020'), (7, '30121'), (9, '32201')])
        self.plan = [self.keys[int(i)] for i in plan]
        self.goal = self.n
        for k in self.plan:
            self.goal = self.press(k, self.goal)
        return "The blower wants one exact wood number. Send \\boxed{less 3} to press a key. " + self.show(), {}
    def press(self, k, n):
        v = int(k.split()[1]) if " " in k else 0
        return {"add": n + v, "less": n - v, "double": 2 * n, "triple": 3 * n}[k.split()[0]]
    def show(self):
        return f"Register: {self.n}. Wanted: {self.goal}. Keys: {', '.join(self.keys)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a in self.keys:
            self.n = self.press(a, self.n)
            note = "Pressed. "
        if self.n == self.goal:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Keys in turn: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
