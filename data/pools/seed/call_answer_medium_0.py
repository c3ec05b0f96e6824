import random, re
class PrimeSieveWallAnswersEnv:
    """Prime Sieve Wall Answers
    Answer 3 calls as the pupil would."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.order = rng.choice([[1, 0, 3, 2], [3, 2, 1, 0], [1, 2, 3, 0], [2, 3, 0, 1]])
        self.calls = [rng.sample(["grid", "ink", "number", "row", "board"], 4) for i in range(4)]
        self.i = 1
        return "At the prime sieve wall a call comes back with its words moved. Reply \\boxed{grid ink number row}. " + self.show(), {}
    def answer(self, i):
        return " ".join(self.calls[i][k] for k in self.order)
    def show(self):
        i, c = self.i - 1, self.calls[self.i - 1]
        text = f"Call: {' '.join(c)}. Answer: {self.answer(i)}. "
        return f"{text}Call: {' '.join(self.calls[self.i])}. Answer?"
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        if a == self.answer(self.i):
            self.i += 1
            note = f"Correct. {len(self.calls) - self.i} to go. "
        else:
            note = "Wrong order. "
        if self.i == len(self.calls):
            return "All done, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "In turn: " + "; ".join(self.answer(i) for i in range(1, 4)) + "."
    def solution(self):
        return [self.answer(i) for i in range(1, len(self.calls))]
