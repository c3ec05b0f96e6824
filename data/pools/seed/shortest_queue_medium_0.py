import random, re
class CordQueueEnv:
    """Cord Queue
    Decide the order in which the rower will repair things."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names = rng.sample(["bottle", "storm", "water", "line", "toe", "cord", "lake", "diver"], 5)
        self.queue = dict(zip(names, rng.sample(range(1, 10), 5)))
        self.plan = sorted(names, key=self.queue.get)
        self.wait, self.limit = 0, 0
        for i, n in enumerate(self.plan):
            self.limit += self.queue[n] * (5 - 1 - i)
        return "The rower can repair one thing at a time. Keep the total wait least. Numbers are minutes. Write \\boxed{bottle} to repair it next. " + self.show(), {}
    def show(self):
        queue = ", ".join(f"{n} {d}" for n, d in self.queue.items())
        return f"Waiting: {queue}. Waited {self.wait} of at most {self.limit}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a in self.queue:
            self.wait += self.queue.pop(a) * len(self.queue)
            note = "Next. "
        if self.wait > self.limit:
            return "They waited too long.", 0.0, True, False, {}
        if not self.queue:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "order: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
