import itertools, random, re
class LevelLoadEnv:
    """Level Load
    Get the best worth into the truck of the village well."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names = rng.sample(["well", "level", "tape", "pit", "soil", "lid"], 6)
        self.room = 3
        self.kg = {n: rng.choice([1, 2]) for n in names}
        self.worth = {n: rng.randint(1, 9) for n in names}
        loads = [c for k in range(1, 4) for c in itertools.combinations(names, k)]
        loads = [c for c in loads if sum(map(self.kg.get, c)) <= 3]
        self.best, self.plan = max((sum(map(self.worth.get, c)), c) for c in loads)
        return "The digger wants the best truck load from the village well. Too much kg and all is lost. Send \\boxed{well} to load one. " + self.show(), {}
    def show(self):
        left = ", ".join(f"{n} {self.kg[n]} kg {self.worth[n]} points" for n in self.kg)
        return f"Space {self.room} kg. Waiting: {left}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.kg:
            self.room -= self.kg.pop(a)
            self.best -= self.worth[a]
            note = "Done. "
        if self.best == 0 and self.room >= 0:
            return "That is it, you win.", 1.0, True, False, {}
        if self.room < min(self.kg.values(), default=9):
            return "Not the best load.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "load " + " and ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
