import random, re
class ChimneyTopJobsEnv:
    """Chimney Top Jobs
    Plan the hours at the chimney top."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.plan, self.now = rng.sample(["smoke", "fire", "air", "stove", "chimney", "rope"], 4), 0
        jobs = []
        for n in self.plan:
            jobs.append([n, rng.randint(1, 5), 0])
            jobs[-1][2] = sum(h for _, h, _ in jobs)
        self.jobs = {n: (h, due) for n, h, due in rng.sample(jobs, 4)}
        return "The mason must finish every job in time; hours are given. Write \\boxed{smoke} to do it next. " + self.show(), {}
    def show(self):
        jobs = ", ".join(f"{n} {h} due {due}" for n, (h, due) in self.jobs.items())
        return f"Hour {self.now}. To do: {jobs}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.jobs:
            hours, due = self.jobs.pop(a)
            self.now += hours
            note = f"{a} is done. "
            if self.now > due:
                return f"Too late: {a} was due at {due}.", 0.0, True, False, {}
        if not self.jobs:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "order: " + ", ".join(self.plan) + "."
    def solution(self):
        return self.plan
