import random, re
class SheepDogHillTourEnv:
    """Sheep Dog Hill Tour
    Fetch all with the least walking."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.at, places = rng.randint(4, 16), rng.sample(range(1, 26), 5)
        places = [p + 1 if p >= self.at else p for p in sorted(places)]
        self.left = dict(zip(rng.sample(["voice", "gate", "dog", "sheep", "whistle", "wind"], 5), places))
        line = sorted(self.left, key=self.left.get)
        low = [n for n in line if self.left[n] < self.at][::-1]
        high = line[len(low):]
        down, up = (abs(self.left[x[-1]] - self.at) if x else 0 for x in (low, high))
        self.plan, self.steps = low + high if down <= up else high + low, down + up + min(down, up)
        return "Fetch all things along one road of the sheep dog hill. Reply \\boxed{voice} to fetch it next. " + self.show(), {}
    def show(self):
        left = ", ".join(f"{n} {p}" for n, p in self.left.items())
        return f"You are at {self.at}. To fetch: {left}. Steps left {self.steps}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.left:
            self.steps -= abs(self.left[a] - self.at)
            self.at, note = self.left.pop(a), "You have it. "
        if self.steps < 0:
            return "You are too tired.", 0.0, True, False, {}
        if not self.left:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Tour: " + " ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
