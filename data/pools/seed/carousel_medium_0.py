import random, re
class QuakeCellarWheelEnv:
    """Quake Cellar Wheel
    Turn a ring until the wanted wave is in front."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.ring = rng.sample(["wave", "ground", "gap", "pen", "spring", "distance"], 6)
        self.move = rng.choice([1, 5])
        self.plan = [str(turns) for turns in rng.sample([1, 2, 3, 4, 5], 4)]
        self.want, at = [], 0
        for turns in self.plan:
            at = (at + int(turns) * self.move) % 6
            self.want.append(self.ring[at])
        return "The watcher takes things from a turning ring, always at the first place. Take four things. Reply \\boxed{n} for n turns. " + self.show(), {}
    def turned(self, places):
        places %= 6
        return self.ring[places:] + self.ring[:places]
    def show(self):
        old, new = " ".join(self.turned(-self.move)), " ".join(self.ring)
        return f"A turn ago: {old}. Ring: {new}. Wanted: {self.want[0]}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in "12345" and len(a) == 1:
            self.ring = self.turned(int(a) * self.move)
            note = "The ring stops. "
            if self.ring[0] == self.want[0]:
                self.want.pop(0)
                note = "Got it. "
        if not self.want:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Turns: " + " ".join(self.plan) + "."
    def solution(self):
        return self.plan
