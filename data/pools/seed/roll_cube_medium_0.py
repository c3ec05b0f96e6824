import random, re
class RecordMergeCallRollingBlockEnv:
    """Record Merge Call Rolling Block
    Six names on a cube at the record merge call."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.turns = {"front": "302541", "right": "410352", "back": "152043", "left": "215304"}
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        f = self.face = rng.sample(["link", "merge", "person", "tax", "record", "field"], 6)
        u, (v, w) = rng.choice(f[2:5:2]), rng.sample(f[1:5:2], 2)
        self.calls, self.plan = [v, w, u, f[0]], []
        for n in self.calls:
            while f[0] != n:
                self.plan += [d for d in self.turns if self.roll(f, d)[0] == n] or ["back"]
                f = self.roll(f, self.plan[-1])
        return "Roll the cube to bring names above in order. A front roll turns back above. Write \\boxed{left} or another. " + self.show(), {}
    def roll(self, f, d):
        return [f[int(i)] for i in self.turns[d]]
    def show(self):
        faces = ", ".join(map(" ".join, zip(["above", "front", "right", "back", "left", "below"], self.face)))
        return f"Block: {faces}. Called: {' '.join(self.calls)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.turns:
            self.face, note = self.roll(self.face, a), ""
            if self.face[0] == self.calls[0]:
                note = self.calls.pop(0) + " counts. "
        if not self.calls:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "rolls: " + " then ".join(self.plan) + "."
    def solution(self):
        return self.plan
