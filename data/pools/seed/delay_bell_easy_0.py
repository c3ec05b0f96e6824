import random, re
class GuestLateGongEnv:
    """Guest Late Gong
    Learn the delay of the gong, then strike in time."""
    def __init__(self, max_turns=11, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.lag = rng.randint(1, 2)
        first = max(2, 2 * self.lag) + 1
        self.due = sorted(rng.sample(range(first, first + 3), 2 - 1)) + [first + 3]
        self.log, self.rings = [], []
        return "The owner has a slow gong: it booms a fixed time after you strike it. Answer \\boxed{strike} or \\boxed{wait}. After hour 2 only due rings. " + self.show(), {}
    def show(self):
        due = " ".join(map(str, self.due))
        first, then = (self.log + ["none", "none"])[:2]
        return f"Hour {self.t}. First strike: {first}, delay: {then}. Due: {due}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        now, note = self.t - 1, "Please use the format. "
        if a == "strike":
            self.rings.append(now + self.lag)
            self.log, note = self.log or [now], "You strike it. "
        elif a == "wait":
            note = ""
        if now in self.rings:
            note = "The gong boomed. "
            self.log = (self.log + [self.lag])[:2]
        if (now in self.rings) != (now in self.due) and now > 2:
            return "A wrong hour.", 0.0, True, False, {}
        if now == self.due[-1]:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return f"It booms {self.lag} hours after you strike."
    def solution(self):
        hours = range(self.due[-1] + 1)
        return ["strike" if h + self.lag in self.due else "wait" for h in hours]
