import random, re
class WoolCausesEnv:
    """Wool Causes
    Follow what wakes what until the news reaches the target."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names = rng.sample(["wall", "chair", "hall", "tone", "panel", "wool", "curtain", "coat"], 6)
        self.path, side = names[:3], names[3:]
        self.feeds = list(zip(["source"] + self.path, self.path))
        self.feeds += [(rng.choice(["source"] + self.path[:-1]), n) for n in side]
        self.on = ["source"]
        rng.shuffle(self.feeds)
        return "In the sound wall the news must reach the target. Nothing wakes before it is reached. Answer \\boxed{wall} to call one. " + self.show(), {}
    def show(self):
        links = ", ".join(x + " wakes " + y for x, y in self.feeds)
        return f"Links: {links}. Target: {self.path[-1]}. So far: {' '.join(self.on)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        for x, y in self.feeds:
            if y == a and x in self.on and y not in self.on:
                self.on.append(a)
                note = "Correct. "
            elif y == a:
                note = f"{a} gets no news. "
        if self.path[-1] in self.on:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "call " + ", then ".join(self.path) + "."
    def solution(self):
        return list(self.path)
