import random, re
class SunDeadlinesEnv:
    """Sun Deadlines
    No order of the walker may be late."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.plan, self.now = rng.sample(["joint", "gap", "sun", "room", "street", "wheel", "rail"], 5), 0
        jobs = []
        for n in self.plan:
            jobs.append([n, rng.randint(2, 6), 0])
            jobs[-1][2] = sum(h for _, h, _ in jobs)
        self.jobs = {n: (h, due) for n, h, due in rng.sample(jobs, 5)}
        return "At the rail gap line each order takes some days and has a due time. Reply \\boxed{joint} to do it next. " + self.show(), {}
    def show(self):
        jobs = ", ".join(f"{n} {h} due {due}" for n, (h, due) in self.jobs.items())
        return f"Day {self.now}. Open: {jobs}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        if a in self.jobs:
            hours, due = self.jobs.pop(a)
            self.now += hours
            note = "In time. "
            if self.now > due:
                return f"{a} is late.", 0.0, True, False, {}
        if not self.jobs:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "order: " + ", ".join(self.plan) + "."
    def solution(self):
        return self.plan
