import random, re
class OilLampWickKeysEnv:
    """Oil Lamp Wick Keys
    Reach the wanted oil number within 5 presses."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.keys = ["add 10", "add 1", "double"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.n, plan = rng.choice([(24, '1101'), (29, '1001'), (32, '0001'), (40, '1110'), (27, '0111'), (30, '1010'), (12, '0100'), (15, '1001')])
        self.plan = [self.keys[int(i)] for i in plan]
        self.goal = self.n
        for k in self.plan:
            self.goal = self.press(k, self.goal)
        return "The keeper wants one exact oil number. Send \\boxed{add 1} to press a key. " + self.show(), {}
    def press(self, k, n):
        v = int(k.split()[1]) if " " in k else 0
        return {"add": n + v, "less": n - v, "double": 2 * n, "triple": 3 * n}[k.split()[0]]
    def show(self):
        return f"Counter: {self.n}. Wanted: {self.goal}. Keys: {', '.join(self.keys)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
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
