import random, re
class StackCipherEnv:
    """Stack Cipher
    Use a small key to read a word at the oil press."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        code = rng.sample("acjmnrs", 7)
        self.key = dict(zip(code, "acjmnrs"))
        self.word = rng.sample(code, 3)
        self.known = code
        self.done = []
        return "A word in code came to the oil press. Decode one letter a turn. Write \\boxed{a}. " + self.show(), {}
    def show(self):
        key = ", ".join(c + " = " + self.key[c] for c in self.known)
        text = " ".join(self.key[c] for c in self.done) or "none"
        word, i = " ".join(self.word), len(self.done)
        return f"Code: {key}. Word: {word}. Decoded: {text}. Next: {self.word[i]}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        c = self.word[len(self.done)]
        note = "Wrong. " if len(a) == 1 else "Not a usable reply. "
        if a == self.key[c]:
            self.done.append(c)
            note = "Yes. "
        if len(self.done) == 3:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "the word is " + " ".join(self.key[c] for c in self.word) + "."
    def solution(self):
        return [self.key[c] for c in self.word]
