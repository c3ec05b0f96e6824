import random, re
class FlightWheelEnv:
    """Flight Wheel
    Take four things from a ring that turns by steps."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.ring = rng.sample(["notice", "cause", "flight", "delay", "feed"], 5)
        self.move = rng.choice([1])
        self.plan = [str(turns) for turns in rng.sample([1, 2, 3, 4], 4)]
        self.want, at = [], 0
        for turns in self.plan:
            at = (at + int(turns) * self.move) % 5
            self.want.append(self.ring[at])
        return "A ring of hooks at the delay notice feed turns by the same step each time. Take four things. Send \\boxed{n} for n turns. " + self.show(), {}
    def turned(self, places):
        places %= 5
        return self.ring[places:] + self.ring[:places]
    def show(self):
        old, new = " ".join(self.turned(-self.move)), " ".join(self.ring)
        return f"Before: {old}. Ring: {new}. Needed: {self.want[0]}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a in "1234" and len(a) == 1:
            self.ring = self.turned(int(a) * self.move)
            note = "It turns. "
            if self.ring[0] == self.want[0]:
                self.want.pop(0)
                note = "You have it. "
        if not self.want:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Turn " + ", then ".join(self.plan) + "."
    def solution(self):
        return self.plan
