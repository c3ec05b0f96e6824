import random, re
class RakeCipherEnv:
    """Rake Cipher
    Rule words out until the three dials are open."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.pool = ["sun", "rake", "gate", "salt", "tank", "floor", "pond"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.words = rng.sample(self.pool, 5)
        self.code = [rng.choice(self.words) for i in range(3)]
        self.left = [list(self.words) for i in range(3)]
        return "The raker at the salt works set a code of three words. Reply three words: \\boxed{word word word}. " + self.show(), {}
    def show(self):
        return " ".join(f"Dial {i + 1}: {' '.join(self.left[i])}." for i in range(3))
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        w = a.split()
        note = "Not a usable reply. "
        if w == self.code:
            return "Solved.", 1.0, True, False, {}
        if len(w) == 3 and all(x in self.words for x in w):
            hit = [x == y for x, y in zip(w, self.code)]
            for i in range(3):
                if hit[i]:
                    self.left[i] = [w[i]]
                elif w[i] in self.left[i]:
                    self.left[i].remove(w[i])
            note = f"{sum(hit)} of 3 fit. "
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "The code is " + " ".join(self.code) + "."
    def solution(self):
        return [" ".join(self.code)]
