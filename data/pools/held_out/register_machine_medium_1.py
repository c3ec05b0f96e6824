import random, re
class LineMachineEnv:
    """Line Machine
    A machine at the call record file with a number and a few keys."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.keys = ["add 4", "double", "less 7"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.n, plan = rng.choice([(4, '0112'), (8, '2010'), (6, '0020'), (8, '0210'), (7, '0012'), (9, '1120'), (5, '0112'), (6, '0110')])
        self.plan = [self.keys[int(i)] for i in plan]
        self.goal = self.n
        for k in self.plan:
            self.goal = self.press(k, self.goal)
        return "The auditor wants one exact tower number. Write \\boxed{less 7} to press a key. " + self.show(), {}
    def press(self, k, n):
        v = int(k.split()[1]) if " " in k else 0
        return {"add": n + v, "less": n - v, "double": 2 * n, "triple": 3 * n}[k.split()[0]]
    def show(self):
        return f"Register: {self.n}. Wanted: {self.goal}. Keys: {', '.join(self.keys)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.keys:
            self.n = self.press(a, self.n)
            note = ""
        if self.n == self.goal:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Keys in turn: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
