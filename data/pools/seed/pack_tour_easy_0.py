import random, re
class BowlTourEnv:
    """Bowl Tour
    Fetch all with the least walking."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.at, places = 0, rng.sample(range(1, 27), 4)
        places = [p + 1 if p >= self.at else p for p in sorted(places)]
        self.left = dict(zip(rng.sample(["angle", "bowl", "lamp", "hair", "sea", "stream", "tank"], 4), places))
        line = sorted(self.left, key=self.left.get)
        low = [n for n in line if self.left[n] < self.at][::-1]
        high = line[len(low):]
        down, up = (abs(self.left[x[-1]] - self.at) if x else 0 for x in (low, high))
        self.plan, self.steps = low + high if down <= up else high + low, down + up + min(down, up)
        return "The showman walks a line and picks up all. Send \\boxed{angle} to fetch it next. " + self.show(), {}
    def show(self):
        left = ", ".join(f"{n} {p}" for n, p in self.left.items())
        return f"You are at {self.at}. Waiting: {left}. Steps left {self.steps}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        if a in self.left:
            self.steps -= abs(self.left[a] - self.at)
            self.at, note = self.left.pop(a), "Fetched. "
        if self.steps < 0:
            return "Too far.", 0.0, True, False, {}
        if not self.left:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Tour: " + " ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
