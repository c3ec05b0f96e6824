import random, re
class CraneDockHandEnv:
    """Crane Dock Hand
    A dial at the crane dock and three steps."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.at, self.stops, self.plan = rng.randrange(24), [], []
        at = self.at
        while len(self.stops) < 3:
            chosen = rng.sample([2, 9, -4], 2)
            stop = (at + sum(chosen)) % 24
            if stop not in [at] + self.stops and self.plan[-1:] != [str(chosen[0])]:
                self.plan += [str(step) for step in chosen]
                self.stops.append(stop)
                at = stop
        return "The rigger turns a hand over a ring: after 23 comes 0. Reply a step: \\boxed{9}. " + self.show(), {}
    def show(self):
        text = "Steps: 2 9 -4. Hours 0 to 23. "
        return text + f"Hand at: {self.at}. Go to: {self.stops[0]}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a in ["2", "9", "-4"]:
            self.at = (self.at + int(a)) % 24
            note = ""
        if self.at == self.stops[0]:
            self.stops.pop(0)
            note = "That hour is done. "
        if not self.stops:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Steps: " + " ".join(self.plan) + "."
    def solution(self):
        return self.plan
