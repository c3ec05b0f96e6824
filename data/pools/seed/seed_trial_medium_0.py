import random, re
class MoneyBeansTrialEnv:
    """Money Beans Trial
    Which treatments help the beans?"""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.k, self.log, self.plan = 0, [], []
        for n in rng.sample(["reason", "count", "refund", "key"], 3):
            plots = {p: rng.randint(5, 14) for p in rng.sample(["dim windy", "bright calm", "dim calm", "bright windy"], 4)}
            i, more = rng.randrange(4), rng.randint(0, 3)
            kind, h = list(plots.items())[i]
            rest = ", ".join(f"{c} {p} {plots[p]}" for c, p in zip("abcde", plots))
            self.log += [f"{n} {kind} {h + more}. Plain plots: {rest}."]
            self.log += [f"{n} {h + more}, control {h}. Over 1 apart counts: yes or no?"]
            self.plan += ["abcde"[i], "yes" if more > 1 else "no"]
        return "The agent treats beans and measures their height. Answer \\boxed{letter} of the like untreated plot, then yes or no. " + self.show(), {}
    def show(self):
        return f"Season {self.k // 2 + 1} of 3: {self.log[self.k]}"
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a == self.plan[self.k]:
            self.k, note = self.k + 1, "Yes. "
            if self.k == len(self.plan):
                return "Well done.", 1.0, True, False, {}
        elif a in ["yes", "no"] or len(a) == 1:
            return "Wrong.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "In turn " + ", then ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
