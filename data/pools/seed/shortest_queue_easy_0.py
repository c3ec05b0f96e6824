import random, re
class PostWaitingEnv:
    """Post Waiting
    Keep the wait low at the bike share yard."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names = rng.sample(["post", "truck", "station", "hill", "wheel", "night", "chain", "map"], 4)
        self.queue = dict(zip(names, rng.sample(range(1, 10), 4)))
        self.plan = sorted(names, key=self.queue.get)
        self.wait, self.limit = 0, 0
        for i, n in enumerate(self.plan):
            self.limit += self.queue[n] * (4 - 1 - i)
        return "Choose what to repair next, so that the summed wait stays low. Numbers are minutes. Write \\boxed{post} to repair it next. " + self.show(), {}
    def show(self):
        queue = ", ".join(f"{n} {d}" for n, d in self.queue.items())
        return f"Queue: {queue}. Waited {self.wait} of at most {self.limit}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a in self.queue:
            self.wait += self.queue.pop(a) * len(self.queue)
            note = "Done. "
        if self.wait > self.limit:
            return "They waited too long.", 0.0, True, False, {}
        if not self.queue:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "first " + ", then ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
