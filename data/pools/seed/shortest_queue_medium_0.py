import random, re
class SparkQueueEnv:
    """Spark Queue
    Decide the order in which the keeper will serve things."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names = rng.sample(["lake", "book", "storm", "tree", "car", "watch", "spark"], 4)
        self.queue = dict(zip(names, rng.sample(range(1, 10), 4)))
        self.plan = sorted(names, key=self.queue.get)
        self.wait, self.limit = 0, 0
        for i, n in enumerate(self.plan):
            self.limit += self.queue[n] * (4 - 1 - i)
        return "The keeper can serve one thing at a time. Keep the total wait least. Numbers are minutes. Write \\boxed{lake} to serve it next. " + self.show(), {}
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
