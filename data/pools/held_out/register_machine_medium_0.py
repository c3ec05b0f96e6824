import random, re
class GroundCounterEnv:
    """Ground Counter
    Reach the wanted finger number within 5 presses."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.keys = ["add 7", "double", "less 5"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.n, plan = rng.choice([(9, '0222'), (7, '2210'), (5, '2001'), (5, '0112'), (5, '2020'), (5, '1012'), (7, '0212'), (8, '1021')])
        self.plan = [self.keys[int(i)] for i in plan]
        self.goal = self.n
        for k in self.plan:
            self.goal = self.press(k, self.goal)
        return "Bring the machine of the soil pit to the wanted number. Reply \\boxed{less 5} to press a key. " + self.show(), {}
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
            note = f"You press {a}. "
        if self.n == self.goal:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Keys in turn: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
