import random, re
class CloakRoomPointsEnv:
    """Cloak Room Points
    Trains and sidings at the cloak room."""
    def __init__(self, max_turns=12, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.plan = []
        while len(self.plan) != 8:
            n = rng.sample(["rack", "shelf", "brass", "hat", "stick"], 5)
            self.on = {x: rng.choice((True, False)) for x in n}
            self.trains, now, self.plan = rng.sample(n, 3), dict(self.on), []
            for k in self.trains:
                flips = [x for x in n[: n.index(k) + 1] if now[x] != (x == k)]
                self.plan += flips + ["go"]
                now.update({x: x == k for x in flips} | {k: False})
        return "Each train takes the first siding that is in. Then it is by. Write \\boxed{rack} to turn it, \\boxed{go} to send. " + self.show(), {}
    def show(self):
        line = ", ".join(x + (" in" if on else " by") for x, on in self.on.items())
        return f"Now set: {line}. Coming: {' then '.join(self.trains)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.on:
            self.on[a] = not self.on[a]
            note = f"{a} turned. "
        elif a == "go":
            k = next((x for x in self.on if self.on[x]), "")
            if k != self.trains.pop(0):
                return "Wrong siding.", 0.0, True, False, {}
            note = "Right siding. "
            self.on[k] = False
        if not self.trains:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "do: " + ", ".join(self.plan) + "."
    def solution(self):
        return self.plan
