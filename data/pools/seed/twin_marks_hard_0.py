import random, re
class ParcelWallChangesEnv:
    """Parcel Wall Changes
    Copy the changes that the carrier shows."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.rows = [["thin", "slim", "wide"], ["black", "brown", "grey"], ["code", "wall", "door"]]
        now = [rng.choice(row) for row in self.rows]
        self.now, self.todo = " ".join(now), []
        for i in range(4):
            at = rng.sample(range(3), 2)
            other = [rng.choice([w for w in r if w != v]) for v, r in zip(now, self.rows)]
            new, pair, twin = self.on(now, at), other, self.on(other, at)
            self.todo.append((" ".join(pair) + " becomes " + " ".join(twin), " ".join(new)))
            now = new
        return "As the pair at the parcel wall changes, so must yours. Write \\boxed{slim black door}. " + self.show(), {}
    def on(self, thing, at):
        both = enumerate(zip(thing, self.rows))
        return [r[r.index(v) - 2] if i in at else v for i, (v, r) in both]
    def show(self):
        return f"Rows: thin slim wide and black brown grey and code wall door. Pair: {self.todo[0][0]}. In hand: {self.now}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No, look at the pair. "
        if a == self.todo[0][1]:
            self.todo.pop(0)
            self.now = a
            note = "Yes. "
        if not self.todo:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Make it " + ", then ".join(r[1] for r in self.todo) + "."
    def solution(self):
        return [r[1] for r in self.todo]
