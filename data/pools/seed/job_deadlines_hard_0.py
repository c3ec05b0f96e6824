import random, re
class PileDueTimesEnv:
    """Pile Due Times
    Plan the hours at the work week record."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.plan, self.now = rng.sample(["name", "team", "ticket", "round", "goal", "pile", "leader"], 5), 0
        jobs = []
        for n in self.plan:
            jobs.append([n, rng.randint(1, 5), 0])
            jobs[-1][2] = sum(h for _, h, _ in jobs)
        self.pair = self.plan[1:][:2]
        jobs[1][2] = jobs[-1][2] + rng.randint(0, 3)
        self.jobs = {n: (h, due) for n, h, due in rng.sample(jobs, 5)}
        return "The leader must finish every job in time; hours are given. Send \\boxed{name} to do it next. " + self.show(), {}
    def show(self):
        jobs = ", ".join(f"{n} {h} due {due}" for n, (h, due) in self.jobs.items())
        return f"Hour {self.now}. Open: {jobs}. {self.pair[0]} before {self.pair[1]}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a in self.jobs and (a != self.pair[1] or self.pair[0] not in self.jobs):
            hours, due = self.jobs.pop(a)
            self.now += hours
            note = "In time. "
            if self.now > due:
                return f"Late by {self.now - due}.", 0.0, True, False, {}
        if not self.jobs:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "order: " + ", ".join(self.plan) + "."
    def solution(self):
        return self.plan
