import random, re
class HoneyHouseCardsEnv:
    """Honey House Cards
    Turn up cards two at a time and clear all pairs."""
    def __init__(self, max_turns=14, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.cards = rng.sample(rng.sample(["wax", "knife", "frame", "drum", "honey", "tap", "comb", "hive"], 7) * 2, 14)
        self.seen = ["?"] * 14
        places = range(14)
        twins = [(i, j) for i in places for j in places if i < j and self.cards[i] == self.cards[j]]
        self.plan = [f"{i + 1} {j + 1}" for i, j in twins]
        return "14 cards hide 7 pairs. Turn up two a turn; equal ones go away. Answer two numbers as \\boxed{1 8}. " + self.show(), {}
    def show(self):
        return "Table: " + ", ".join(f"{i + 1} {w}" for i, w in enumerate(self.seen)) + "."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        free = [str(i + 1) for i, w in enumerate(self.seen) if w != "taken"]
        w = a.split()
        note = "Please use the format. "
        if len(w) == 2 and w[0] != w[1] and w[0] in free and w[1] in free:
            i, j = int(w[0]) - 1, int(w[1]) - 1
            self.seen[i], self.seen[j] = self.cards[i], self.cards[j]
            note = f"No match. "
            if self.cards[i] == self.cards[j]:
                self.seen[i] = self.seen[j] = "taken"
                note = "Twins. "
        if set(self.seen) == {"taken"}:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Turn up: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
