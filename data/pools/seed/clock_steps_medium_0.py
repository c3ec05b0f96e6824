import random, re
class SilverBathHandEnv:
    """Silver Bath Hand
    Turn a hand to 3 hours by fixed steps."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.at, self.stops, self.plan = rng.randrange(17), [], []
        at = self.at
        while len(self.stops) < 3:
            chosen = rng.sample([1, 4, 9], 2)
            stop = (at + sum(chosen)) % 17
            if stop not in [at] + self.stops and self.plan[-1:] != [str(chosen[0])]:
                self.plan += [str(step) for step in chosen]
                self.stops.append(stop)
                at = stop
        return "Turn the bath hand round a ring, from 16 on to 0. Reply a step: \\boxed{4}. " + self.show(), {}
    def show(self):
        text = "Moves: 1 4 9. Hours 0 to 16. "
        return text + f"Hand at: {self.at}. Go to: {self.stops[0]}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a in ["1", "4", "9"]:
            self.at = (self.at + int(a)) % 17
            note = ""
        if self.at == self.stops[0]:
            self.stops.pop(0)
            note = "That hour is done. "
        if not self.stops:
            return "All done, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Steps: " + " ".join(self.plan) + "."
    def solution(self):
        return self.plan
