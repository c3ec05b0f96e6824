import random, re
class MovingDotDeskDelayEnv:
    """Moving Dot Desk Delay
    Make the horn heard at the due hours only."""
    def __init__(self, max_turns=12, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.lag = rng.randint(1, 3)
        first = max(3, 2 * self.lag) + 1
        self.due = sorted(rng.sample(range(first, first + 3), 3 - 1)) + [first + 3]
        self.log, self.rings = [], []
        return "The horn of the moving dot desk sounds late, always by as many hours. Answer \\boxed{press} or \\boxed{wait}. After hour 3 only due rings. " + self.show(), {}
    def show(self):
        due = " ".join(map(str, self.due))
        first, then = (self.log + ["none", "none"])[:2]
        return f"Time {self.t}. First press: {first}, sounded: {then}. Due: {due}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        now, note = self.t - 1, "Not a usable reply. "
        if a == "press":
            self.rings.append(now + self.lag)
            self.log, note = self.log or [now], "Done. "
        elif a == "wait":
            note = ""
        if now in self.rings:
            note = "The horn sounded. "
            self.log = (self.log + [now])[:2]
        if (now in self.rings) != (now in self.due) and now > 3:
            return "A wrong hour.", 0.0, True, False, {}
        if now == self.due[-1]:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Hour by hour: " + " ".join(self.solution()) + "."
    def solution(self):
        hours = range(self.due[-1] + 1)
        return ["press" if h + self.lag in self.due else "wait" for h in hours]
