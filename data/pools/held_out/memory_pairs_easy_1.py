import random, re
class DamWallTwinsEnv:
    """Dam Wall Twins
    Find the twins among 10 hidden cards."""
    def __init__(self, max_turns=10, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.cards = rng.sample(rng.sample(["dam", "wall", "rock", "weight", "line", "spill", "gate", "river"], 5) * 2, 10)
        self.seen = ["?"] * 10
        places = range(10)
        twins = [(i, j) for i in places for j in places if i < j and self.cards[i] == self.cards[j]]
        self.plan = [f"{i + 1} {j + 1}" for i, j in twins]
        return "10 cards hide 5 pairs. Turn up two a turn; equal ones go away. Reply two numbers as \\boxed{3 6}. " + self.show(), {}
    def show(self):
        return "Table: " + ", ".join(f"{i + 1} {w}" for i, w in enumerate(self.seen)) + "."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        free = [str(i + 1) for i, w in enumerate(self.seen) if w != "gone"]
        w = a.split()
        note = "Not a usable reply. "
        if len(w) == 2 and w[0] != w[1] and w[0] in free and w[1] in free:
            i, j = int(w[0]) - 1, int(w[1]) - 1
            self.seen[i], self.seen[j] = self.cards[i], self.cards[j]
            note = f"{self.cards[i]} and {self.cards[j]} differ. "
            if self.cards[i] == self.cards[j]:
                self.seen[i] = self.seen[j] = "gone"
                note = "A pair. "
        if set(self.seen) == {"gone"}:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Turn up: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
