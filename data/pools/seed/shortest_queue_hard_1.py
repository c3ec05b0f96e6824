import random, re
class SwarmPondRepairOrderEnv:
    """Swarm Pond Repair Order
    Choose who is next, so that the diver keeps all waits short."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        jobs = list(zip(rng.sample(["newt", "duck", "tail", "mud", "reed", "pond", "leaf"], 7), rng.sample(range(1, 20), 7)))
        self.queue, self.late = dict(jobs[:5]), jobs[5:]
        self.plan = []
        queue, late = dict(self.queue), list(self.late)
        while queue:
            self.plan.append(min(queue, key=queue.get))
            queue.pop(self.plan[-1])
            queue.update([late.pop(0)] if late else [])
        return "Choose what to repair next, so that the summed wait stays low. Numbers are minutes. More may join. Answer \\boxed{newt} to repair it next. " + self.show(), {}
    def show(self):
        queue = ", ".join(f"{n} {d}" for n, d in self.queue.items())
        return f"Waiting: {queue}. Later {len(self.late)} more."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.queue:
            if a != min(self.queue, key=self.queue.get):
                return "Too much waiting.", 0.0, True, False, {}
            self.queue.pop(a)
            self.queue.update([self.late.pop(0)] if self.late else [])
            note = "Done. "
        if not self.queue:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "order: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
