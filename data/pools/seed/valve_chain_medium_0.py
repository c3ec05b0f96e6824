import random, re
class ClubVoteHallWheelsEnv:
    """Club Vote Hall Wheels
    Follow what drives what until the motion reaches the target."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names = rng.sample(["hill", "winner", "ballot", "chair", "ring", "sea", "lake"], 5)
        self.feeds = list(zip(["source"] + names, names))
        self.path = names[:3]
        self.on = ["source"]
        rng.shuffle(self.feeds)
        return "The leader wants motion at the target. Nothing drives before it is reached. Reply \\boxed{hill} to couple one. " + self.show(), {}
    def show(self):
        links = ", ".join(x + " drives " + y for x, y in self.feeds)
        return f"Map: {links}. Target: {self.path[-1]}. Active: {' '.join(self.on)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
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
