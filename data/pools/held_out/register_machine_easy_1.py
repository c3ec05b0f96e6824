import random, re
class CarKeysEnv:
    """Car Keys
    Press keys until the number is the one the keeper wants."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.keys = ["add 10", "add 1", "double"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.n, plan = rng.choice([(27, '0011'), (22, '0100'), (36, '1011'), (39, '1101'), (34, '0010'), (26, '0110'), (26, '1011'), (37, '1011')])
        self.plan = [self.keys[int(i)] for i in plan]
        self.goal = self.n
        for k in self.plan:
            self.goal = self.press(k, self.goal)
        return "The keeper wants one exact car number. Reply \\boxed{add 10} to press a key. " + self.show(), {}
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
            note = ""
        if self.n == self.goal:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Press: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
