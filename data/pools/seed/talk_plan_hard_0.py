import random, re
class WingFlapShedDayPlanEnv:
    """Wing Flap Shed Day Plan
    Choose talks so that most fit."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names, self.now, self.talks = rng.sample(["dov", "cleo", "lena", "finn", "ben", "ada", "hana", "kai", "june"], 8), 0, {}
        for n in names[:5]:
            start = self.now + rng.randint(0, 1)
            self.now = start + rng.randint(1, 3)
            self.talks[n] = (start, self.now)
            self.now += 1
        self.plan = names[:5]
        for n, m in zip(names[5:], rng.sample(self.plan[:-1], 3)):
            x, y = self.talks[m]
            self.talks[n] = (x + rng.randint(0, y - x - 1), y + rng.randint(1 + 2, 6))
        self.now, self.heard = 0, 0
        self.talks = {n: self.talks[n] for n in sorted(names)}
        return "The pilot wants to hear 5 talks. One hour of rest follows each. Answer \\boxed{name} of the next speaker. Times are start-end. " + self.show(), {}
    def show(self):
        talks = ", ".join(f"{n} {x}-{y}" for n, (x, y) in self.talks.items())
        return f"Time {self.now}. Heard {self.heard} of 5. Open: {talks}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.talks:
            self.now, self.heard, note = self.talks[a][1] + 1, self.heard + 1, "It is over. "
            self.talks = {n: t for n, t in self.talks.items() if t[0] >= self.now}
            if self.heard == 5:
                return "Good work.", 1.0, True, False, {}
            if not self.talks:
                return "No talk is left.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Hear " + ", then ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
