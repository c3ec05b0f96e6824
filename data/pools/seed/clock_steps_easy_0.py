import random, re
class ColumnHandEnv:
    """Column Hand
    A dial at the parity card booth and three steps."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.at, self.stops, self.plan = rng.randrange(16), [], []
        at = self.at
        while len(self.stops) < 4:
            chosen = rng.sample([2, 5, 8], 1)
            stop = (at + sum(chosen)) % 16
            if stop not in [at] + self.stops and self.plan[-1:] != [str(chosen[0])]:
                self.plan += [str(step) for step in chosen]
                self.stops.append(stop)
                at = stop
        return "The magician turns a hand over a ring: after 15 comes 0. Write a step: \\boxed{5}. " + self.show(), {}
    def show(self):
        text = "Steps: 2 5 8. Hours 0 to 15. "
        return text + f"The hand shows: {self.at}. Next stop: {self.stops[0]}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a in ["2", "5", "8"]:
            self.at = (self.at + int(a)) % 16
            note = ""
        if self.at == self.stops[0]:
            self.stops.pop(0)
            note = "Reached. "
        if not self.stops:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Steps: " + " ".join(self.plan) + "."
    def solution(self):
        return self.plan
