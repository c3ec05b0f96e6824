import random, re
class WolfLockEnv:
    """Wolf Lock
    Find three secret words at the ferry dock by guessing."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.pool = ["box", "wolf", "trip", "bank", "cabbage"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.words = rng.sample(self.pool, 4)
        self.code = [rng.choice(self.words) for i in range(3)]
        self.tried = []
        return "The loader at the ferry dock set a code of three words. Guess like \\boxed{word word word}. " + self.show(), {}
    def show(self):
        return f"Words: {' '.join(self.words)}. Tried: {', '.join(self.tried) or 'none'}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        w = a.split()
        note = "No such choice. "
        if w == self.code:
            return "Well done.", 1.0, True, False, {}
        if len(w) == 3 and all(x in self.words for x in w):
            hit = [x == y for x, y in zip(w, self.code)]
            self.tried.append(" ".join(f"{x} {'yes' if h else 'no'}" for x, h in zip(w, hit)))
            note = f"Right places: {sum(hit)}. "
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "It begins with " + " ".join(self.code[:2]) + "."
    def solution(self):
        return [" ".join(self.code)]
