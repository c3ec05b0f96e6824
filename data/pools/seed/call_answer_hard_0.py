import random, re
class BeadEchoEnv:
    """Bead Echo
    Words change places at the savings desk; find the plan."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.orders = rng.sample([[3, 1, 2, 0], [1, 0, 3, 2], [1, 2, 3, 0], [3, 0, 1, 2]], 2)
        self.calls = [rng.sample(["loan", "jar", "bank", "saver", "sack"], 4) for i in range(6)]
        self.i = 2
        return "At the savings desk a call comes back with its words moved. The plan alternates between two. Reply \\boxed{loan jar bank saver}. " + self.show(), {}
    def answer(self, i):
        return " ".join(self.calls[i][k] for k in self.orders[i % 2])
    def show(self):
        text = ""
        for i, c in enumerate(self.calls[self.i - 2 : self.i], self.i - 2):
            text += f"Sent: {' '.join(c)}. Returned: {self.answer(i)}. "
        return f"{text}Sent: {' '.join(self.calls[self.i])}. Returned?"
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        if a == self.answer(self.i):
            self.i += 1
            note = f"Good. {len(self.calls) - self.i} to go. "
        else:
            note = "Not that order. "
        if self.i == len(self.calls):
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "In turn: " + "; ".join(self.answer(i) for i in range(2, 6)) + "."
    def solution(self):
        return [self.answer(i) for i in range(2, len(self.calls))]
