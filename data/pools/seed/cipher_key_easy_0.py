import random, re
class PostCipherEnv:
    """Post Cipher
    Use a small key to read a word at the paper round corner."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        code = rng.sample("ahkns", 5)
        self.key = dict(zip(code, "ahkns"))
        self.word = rng.sample(code, 3)
        self.known = code
        self.done = []
        return "Read the coded word of the carrier. Decode one letter a turn. Send \\boxed{a}. " + self.show(), {}
    def show(self):
        key = ", ".join(c + " is " + self.key[c] for c in self.known)
        text = " ".join(self.key[c] for c in self.done) or "none"
        word, i = " ".join(self.word), len(self.done)
        return f"Table: {key}. Word: {word}. Text: {text}. Next: {self.word[i]}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        c = self.word[len(self.done)]
        note = "Not so. " if len(a) == 1 else "No such choice. "
        if a == self.key[c]:
            self.done.append(c)
            note = "Correct. "
        if len(self.done) == 3:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return ", ".join(c + " stands for " + self.key[c] for c in self.word) + "."
    def solution(self):
        return [self.key[c] for c in self.word]
