import random, re
class FireWheelsEnv:
    """Fire Wheels
    Work the wheels of the fire tower in the right order."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names = rng.sample(["ring", "camp", "sight", "smoke", "fire", "radio", "tower", "map"], 5)
        self.feeds = list(zip(["source"] + names, names))
        self.path = names[:3]
        self.on = ["source"]
        rng.shuffle(self.feeds)
        return "Bring the motion to the target for the lookout. Nothing drives before it is reached. Write \\boxed{ring} to couple one. " + self.show(), {}
    def show(self):
        links = ", ".join(x + " drives " + y for x, y in self.feeds)
        return f"Links: {links}. Target: {self.path[-1]}. Active: {' '.join(self.on)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        for x, y in self.feeds:
            if y == a and x in self.on and y not in self.on:
                self.on.append(a)
                note = "Yes. "
            elif y == a:
                note = f"{a} gets no motion. "
        if self.path[-1] in self.on:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "couple " + ", then ".join(self.path) + "."
    def solution(self):
        return list(self.path)
