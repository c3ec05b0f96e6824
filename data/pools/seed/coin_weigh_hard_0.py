import random, re
class FingerScalesEnv:
    """Finger Scales
    Find one heavy coin with few weighings."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.n = rng.randint(26, 40)
        n, self.s = self.n, []
        while n > 1:
            k = min(7, (n + 2) // 3)
            self.s.append(str(k))
            n = max(k, n - 2 * k)
        self.left = len(self.s)
        return "The teacher has a heavy coin. Expect the worst at each weighing. Write \\boxed{2}: coins on each pan. " + self.show(), {}
    def show(self):
        return f"One of {self.n} is heavy. Weighings left: {self.left}. A pan takes 7."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a in map(str, range(1, min(7, self.n // 2) + 1)):
            k = int(a)
            off = self.n - 2 * k
            self.left -= 1
            self.n = max(k, off)
            note = "The pans balance. " if off >= k else "It tilts: one pan is left. "
        if self.n == 1:
            return "That is it, you win.", 1.0, True, False, {}
        if self.left == 0:
            return f"Still {self.n} coins left.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Weigh " + ", then ".join(self.s) + " on each pan."
    def solution(self):
        return list(self.s)
