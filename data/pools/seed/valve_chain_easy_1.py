import random, re
class SlitWaterEnv:
    """Slit Water
    Lead the water from cause to effect up to a target."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names = rng.sample(["bag", "mushroom", "body", "cap", "wood", "log", "slit"], 5)
        self.feeds = list(zip(["source"] + names, names))
        self.path = names[:3]
        self.on = ["source"]
        rng.shuffle(self.feeds)
        return "In the mushroom room the water must reach the target. Only what is reached feeds the next. Send \\boxed{bag} to open one. " + self.show(), {}
    def show(self):
        links = ", ".join(x + " feeds " + y for x, y in self.feeds)
        return f"Plan: {links}. Target: {self.path[-1]}. So far: {' '.join(self.on)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        for x, y in self.feeds:
            if y == a and x in self.on and y not in self.on:
                self.on.append(a)
                note = "Good. "
            elif y == a:
                note = "Nothing happens. "
        if self.path[-1] in self.on:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "open " + ", then ".join(self.path) + "."
    def solution(self):
        return list(self.path)
