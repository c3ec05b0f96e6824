import random, re
class RainLockEnv:
    """Rain Lock
    A code of clay words; each guess is checked place by place."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.pool = ["clay", "soap", "crack", "rain", "drain", "slope", "peg"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.words = rng.sample(self.pool, 4)
        self.code = [rng.choice(self.words) for i in range(3)]
        self.tried = []
        return "The engineer at the slip hill set a code of three words. Reply three words: \\boxed{word word word}. " + self.show(), {}
    def show(self):
        return f"Words: {' '.join(self.words)}. Tried: {', '.join(self.tried) or 'none'}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        w = a.split()
        note = "That is not possible. "
        if w == self.code:
            return "Good work.", 1.0, True, False, {}
        if len(w) == 3 and all(x in self.words for x in w):
            hit = [x == y for x, y in zip(w, self.code)]
            self.tried.append(" ".join(f"{x} {'yes' if h else 'no'}" for x, h in zip(w, hit)))
            note = f"{sum(hit)} right. "
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "It ends with " + " ".join(self.code[1:]) + "."
    def solution(self):
        return [" ".join(self.code)]
