import random, re
class BowRegisterEnv:
    """Bow Register
    A machine at the glacier camp with a number and a few keys."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.keys = ["add 5", "double", "less 4", "triple"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.n, plan = rng.choice([(8, '3003'), (8, '2022'), (8, '2220'), (9, '0312'), (7, '1031'), (9, '3300'), (4, '3013'), (9, '0303')])
        self.plan = [self.keys[int(i)] for i in plan]
        self.goal = self.n
        for k in self.plan:
            self.goal = self.press(k, self.goal)
        return "Press keys until the number is right. Reply \\boxed{double} to press a key. " + self.show(), {}
    def press(self, k, n):
        v = int(k.split()[1]) if " " in k else 0
        return {"add": n + v, "less": n - v, "double": 2 * n, "triple": 3 * n}[k.split()[0]]
    def show(self):
        return f"Display: {self.n}. Wanted: {self.goal}. Keys: {', '.join(self.keys)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a in self.keys:
            self.n = self.press(a, self.n)
            note = "Pressed. "
        if self.n == self.goal:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Press: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
