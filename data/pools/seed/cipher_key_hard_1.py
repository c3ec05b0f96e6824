import random, re
class MaskTheatreCodeEnv:
    """Mask Theatre Code
    The player swaps letters. Swap them back."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        code = rng.sample("ghopstw", 7)
        self.key = dict(zip(code, "ghopstw"))
        self.word = rng.sample(code, 4)
        self.known = [c for c in code if c != self.word[-1]]
        self.done = []
        return "Read the coded word of the player. Decode one letter a turn. The key lacks one of g h o p s t w. Reply \\boxed{g}. " + self.show(), {}
    def show(self):
        key = ", ".join(c + " -> " + self.key[c] for c in self.known)
        text = " ".join(self.key[c] for c in self.done) or "none"
        word, i = " ".join(self.word), len(self.done)
        return f"Key: {key}. Word: {word}. Decoded: {text}. Next: {self.word[i]}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        c = self.word[len(self.done)]
        note = "No. " if len(a) == 1 else "Not a usable reply. "
        if a == self.key[c]:
            self.done.append(c)
            note = "Good. "
        if len(self.done) == 4:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return ", ".join(c + " stands for " + self.key[c] for c in self.word) + "."
    def solution(self):
        return [self.key[c] for c in self.word]
