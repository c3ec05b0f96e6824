import random, re
class PagePairsEnv:
    """Page Pairs
    Pair the search numbers of the reader."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        low = rng.sample(range(1, 12), 5)
        self.plan = [f"{x} {23 - x}" for x in low]
        self.left = " ".join(self.plan).split()
        rng.shuffle(self.left)
        return "Clear the search row. Leave none over. Write two as \\boxed{n n}. " + self.show(), {}
    def show(self):
        return "Each pair must add up to 23. On the table: " + " ".join(self.left) + "."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note, pair = "Please use the format. ", a.split()
        if len(pair) == 2 and pair[0] != pair[1] and all(w in self.left for w in pair):
            x, y = int(pair[0]), int(pair[1])
            note = "Not a right pair. "
            if x + y == 23:
                self.left = [w for w in self.left if w not in pair]
                note = "Good. "
        if not self.left:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Take " + ", then ".join(self.plan) + "."
    def solution(self):
        return self.plan
