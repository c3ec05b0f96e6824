import random, re
class CaveBeatEnv:
    """Cave Beat
    Put 5 missing beats back into a tune."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        beats = rng.sample(["click", "moth", "roof", "cave"], 4)
        beats.insert(2, beats[0])
        self.tune = beats * 4
        spots = sorted(rng.sample(range(5, 15), 5))
        self.lost = [k + i for i, k in enumerate(spots)]
        self.plan = [self.tune[i] for i in self.lost]
        return "The watcher plays one measure again and again, but leaves beats out. Name the first missing beat: \\boxed{click}. " + self.show(), {}
    def show(self):
        left = [beat for i, beat in enumerate(self.tune) if i not in self.lost]
        return "Heard: " + ", ".join(left) + "."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That was not it. "
        if a == self.tune[self.lost[0]]:
            self.lost.pop(0)
            note = "Right. "
        if not self.lost:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Missing first " + ", then ".join(self.plan) + "."
    def solution(self):
        return self.plan
