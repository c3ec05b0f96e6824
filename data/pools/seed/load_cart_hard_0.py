import itertools, random, re
class RoomLoadEnv:
    """Room Load
    Pick the best items for one boat."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        names = rng.sample(["street", "roof", "cart", "pencil", "room", "curtain"], 6)
        self.room = 6
        self.kg = {n: rng.choice([1, 2, 3]) for n in names}
        self.worth = {n: rng.randint(1, 9) for n in names}
        loads = [c for k in range(1, 7) for c in itertools.combinations(names, k)]
        loads = [c for c in loads if sum(map(self.kg.get, c)) <= 6]
        self.best, self.plan = max((sum(map(self.worth.get, c)), c) for c in loads)
        return "The artist wants the best boat load from the hole camera room. Too much kg and all is lost. Send \\boxed{street} to load one. " + self.show(), {}
    def show(self):
        left = ", ".join(f"{n} {self.kg[n]} kg {self.worth[n]} points" for n in self.kg)
        return f"Capacity {self.room} kg. Waiting: {left}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        if a in self.kg:
            self.room -= self.kg.pop(a)
            self.best -= self.worth[a]
            note = "Loaded. "
        if self.best == 0 and self.room >= 0:
            return "Good work.", 1.0, True, False, {}
        if self.room < min(self.kg.values(), default=9):
            return "A better load was possible.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "load " + " and ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
