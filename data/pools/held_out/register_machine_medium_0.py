import random, re
class BookCounterEnv:
    """Book Counter
    Reach the wanted card number within 5 presses."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.keys = ["add 5", "double", "less 4"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.n, plan = rng.choice([(8, '2020'), (5, '2001'), (5, '0112'), (4, '2020'), (5, '1012'), (8, '1021'), (9, '0110'), (9, '1101')])
        self.plan = [self.keys[int(i)] for i in plan]
        self.goal = self.n
        for k in self.plan:
            self.goal = self.press(k, self.goal)
        return "Bring the machine of the book stacks to the wanted number. Reply \\boxed{add 5} to press a key. " + self.show(), {}
    def press(self, k, n):
        v = int(k.split()[1]) if " " in k else 0
        return {"add": n + v, "less": n - v, "double": 2 * n, "triple": 3 * n}[k.split()[0]]
    def show(self):
        return f"Display: {self.n}. Wanted: {self.goal}. Keys: {', '.join(self.keys)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        if a in self.keys:
            self.n = self.press(a, self.n)
            note = "Pressed. "
        if self.n == self.goal:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Keys in turn: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
