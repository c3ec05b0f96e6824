import random, re
class CoastPairsEnv:
    """Coast Pairs
    Take away 8 numbers in pairs."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        low, x = [], rng.randint(1, 5)
        for i in range(4):
            low.append(x)
            x += 8 + rng.choice([0, 0, 1])
        self.plan = [f"{x} {x + 4}" for x in low]
        self.left = " ".join(self.plan).split()
        rng.shuffle(self.left)
        return "Leave none over. Send two as \\boxed{n n}. " + self.show(), {}
    def show(self):
        return "Take two numbers that differ by 4. Cards: " + " ".join(self.left) + "."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note, pair = "Not a usable reply. ", a.split()
        if len(pair) == 2 and pair[0] != pair[1] and all(w in self.left for w in pair):
            x, y = int(pair[0]), int(pair[1])
            note = "Not a right pair. "
            if abs(x - y) == 4:
                self.left = [w for w in self.left if w not in pair]
                note = "Gone. "
        if not self.left:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Take " + ", then ".join(self.plan) + "."
    def solution(self):
        return self.plan
