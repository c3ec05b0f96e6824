import random, re
class ParcelWallBeatEnv:
    """Parcel Wall Beat
    A measure repeats; find the beats left out."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        beats = rng.sample(["door", "box", "key", "phone"], 4)
        self.tune = beats * 4
        spots = sorted(rng.sample(range(4, 12), 4))
        self.lost = [k + i for i, k in enumerate(spots)]
        self.plan = [self.tune[i] for i in self.lost]
        return "A tune at the parcel wall repeats its first measure with beats missing. Put back the first missing beat: \\boxed{door}. " + self.show(), {}
    def show(self):
        bars = [range(i, i + 4) for i in range(0, len(self.tune), 4)]
        left = [", ".join(self.tune[i] for i in bar if i not in self.lost) for bar in bars]
        return "Heard: " + " / ".join(left) + "."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No. "
        if a == self.tune[self.lost[0]]:
            self.lost.pop(0)
            note = "Correct. "
        if not self.lost:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Left out: " + ", ".join(self.plan) + "."
    def solution(self):
        return self.plan
