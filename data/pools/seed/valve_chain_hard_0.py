import random, re
class DesertSpringChainEnv:
    """Desert Spring Chain
    Work the switches of the desert spring in the right order."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names = rng.sample(["town", "clay", "valve", "needle", "layer", "sand", "water"], 6)
        self.path, side = names[:3], names[3:]
        self.feeds = list(zip(["source"] + self.path, self.path))
        self.feeds += [(rng.choice(["source"] + self.path[:-1]), n) for n in side]
        self.on = ["source"]
        rng.shuffle(self.feeds)
        return "The driller wants current at the target. Only what is reached powers the next. Write \\boxed{town} to close one. " + self.show(), {}
    def show(self):
        links = ", ".join(x + " powers " + y for x, y in self.feeds)
        return f"Links: {links}. Target: {self.path[-1]}. Reached: {' '.join(self.on)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        for x, y in self.feeds:
            if y == a and x in self.on and y not in self.on:
                self.on.append(a)
                note = "Correct. "
            elif y == a:
                note = "No current there yet. "
        if self.path[-1] in self.on:
            return "All done, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "close " + ", then ".join(self.path) + "."
    def solution(self):
        return list(self.path)
