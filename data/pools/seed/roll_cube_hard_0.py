import random, re
class PairDiceRollEnv:
    """Pair Dice Roll
    Six names on a cube at the sock drawer."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.turns = {"front": "302541", "right": "410352", "back": "152043", "left": "215304"}
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        f = self.face = rng.sample(["drawer", "sock", "shoe", "box", "room", "lamp"], 6)
        u, (v, w) = rng.choice(f[1:5:2]), rng.sample(f[2:5:2], 2)
        self.calls, self.plan = [f[5], v, w, u], []
        for n in self.calls:
            while f[0] != n:
                self.plan += [d for d in self.turns if self.roll(f, d)[0] == n] or ["right"]
                f = self.roll(f, self.plan[-1])
        return "The sleeper calls names; roll each top in order. A front roll turns back top. Send \\boxed{right} or another. " + self.show(), {}
    def roll(self, f, d):
        return [f[int(i)] for i in self.turns[d]]
    def show(self):
        faces = ", ".join(map(" ".join, zip(["top", "front", "right", "back", "left", "under"], self.face)))
        return f"Cube: {faces}. Called: {' '.join(self.calls)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a in self.turns:
            self.face, note = self.roll(self.face, a), "It rolls. "
            if self.face[0] == self.calls[0]:
                note = self.calls.pop(0) + " counts. "
        if not self.calls:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "rolls: " + " then ".join(self.plan) + "."
    def solution(self):
        return self.plan
