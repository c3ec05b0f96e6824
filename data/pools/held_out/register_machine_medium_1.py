import random, re
class TrowelMachineEnv:
    """Trowel Machine
    Press keys until the number is the one the setter wants."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.keys = ["add 5", "double", "less 3"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.n, plan = rng.choice([(6, '1120'), (5, '0011'), (5, '1121'), (9, '2220'), (7, '0112'), (8, '2021'), (9, '1012'), (9, '1210')])
        self.plan = [self.keys[int(i)] for i in plan]
        self.goal = self.n
        for k in self.plan:
            self.goal = self.press(k, self.goal)
        return "Press keys until the number is right. Write \\boxed{double} to press a key. " + self.show(), {}
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
            note = ""
        if self.n == self.goal:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Keys in turn: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
