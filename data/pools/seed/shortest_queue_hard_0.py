import random, re
class FernWallWaitingEnv:
    """Fern Wall Waiting
    Decide the order in which the student will repair things."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        jobs = list(zip(rng.sample(["fern", "soil", "seed", "wall", "leaf", "heart", "dust", "air"], 7), rng.sample(range(1, 20), 7)))
        self.queue, self.late = dict(jobs[:5]), jobs[5:]
        self.plan = []
        queue, late = dict(self.queue), list(self.late)
        while queue:
            self.plan.append(min(queue, key=queue.get))
            queue.pop(self.plan[-1])
            queue.update([late.pop(0)] if late else [])
        return "The student can repair one thing at a time. Keep the total wait least. Numbers are minutes. More may join. Reply \\boxed{fern} to repair it next. " + self.show(), {}
    def show(self):
        queue = ", ".join(f"{n} {d}" for n, d in self.queue.items())
        return f"In line: {queue}. Later {len(self.late)} more."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.queue:
            if a != min(self.queue, key=self.queue.get):
                return "Another was shorter.", 0.0, True, False, {}
            self.queue.pop(a)
            self.queue.update([self.late.pop(0)] if self.late else [])
            note = "Done. "
        if not self.queue:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "first " + ", then ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
