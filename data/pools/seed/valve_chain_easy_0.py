import random, re
class LensShopChainEnv:
    """Lens Shop Chain
    Work the switches of the lens shop in the right order."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names = rng.sample(["sun", "sand", "cloth", "rust", "lens", "paper", "frame", "glass"], 5)
        self.feeds = list(zip(["source"] + names, names))
        self.path = names[:3]
        self.on = ["source"]
        rng.shuffle(self.feeds)
        return "In the lens shop the current must reach the target. Nothing powers before it is reached. Send \\boxed{sun} to close one. " + self.show(), {}
    def show(self):
        links = ", ".join(x + " powers " + y for x, y in self.feeds)
        return f"Links: {links}. Target: {self.path[-1]}. So far: {' '.join(self.on)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        for x, y in self.feeds:
            if y == a and x in self.on and y not in self.on:
                self.on.append(a)
                note = "Yes. "
            elif y == a:
                note = "Nothing happens. "
        if self.path[-1] in self.on:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "close " + ", then ".join(self.path) + "."
    def solution(self):
        return list(self.path)
