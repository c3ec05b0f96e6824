import random, re
class RakeCausesEnv:
    """Rake Causes
    Follow what wakes what until the news reaches the target."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names = rng.sample(["floor", "pond", "rake", "drain", "salt", "sun", "tank"], 6)
        self.feeds = list(zip(["source"] + names, names))
        self.path = names[:4]
        self.on = ["source"]
        rng.shuffle(self.feeds)
        return "Bring the news to the target for the raker. Only what is reached wakes the next. Write \\boxed{floor} to call one. " + self.show(), {}
    def show(self):
        links = ", ".join(x + " wakes " + y for x, y in self.feeds)
        return f"Links: {links}. Target: {self.path[-1]}. So far: {' '.join(self.on)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        for x, y in self.feeds:
            if y == a and x in self.on and y not in self.on:
                self.on.append(a)
                note = "Good. "
            elif y == a:
                note = "Nothing happens. "
        if self.path[-1] in self.on:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "order: " + " ".join(self.path) + "."
    def solution(self):
        return list(self.path)
