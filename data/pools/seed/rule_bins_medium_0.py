import random, re
class KitchenPassTwoBinsEnv:
    """Kitchen Pass Two Bins
    Four things show the rule for five more."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        pairs = [rng.sample(p, 2) for p in [["big", "small"], ["old", "new"], ["dish", "egg"]]]
        self.all = [" ".join(p[i >> k & 1] for k, p in enumerate(pairs)) for i in range(8)]
        self.mask = rng.choice([1, 2, 4])
        ends = rng.sample(["upper", "lower"], 2)
        self.of = [ends[bin(i & self.mask).count("1") % 2] for i in range(8)]
        self.done = [0, 1, 2, 4]
        self.rest = rng.sample([3, 5, 6, 7, rng.choice(self.done)], 5)
        return "The cook sorts by a rule you can see. Send \\boxed{upper} or \\boxed{lower}. No mistakes. " + self.show(), {}
    def show(self):
        text = "; ".join(self.all[i] + ", " + self.of[i] for i in self.done)
        return f"Sorted: {text}. Arrives: {self.all[self.rest[0]]}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a == self.of[self.rest[0]]:
            self.done.append(self.rest.pop(0))
            note = "Good. "
        elif a in self.of:
            return "Wrong bin.", 0.0, True, False, {}
        if not self.rest:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "First " + ", then ".join(self.of[i] for i in self.rest) + "."
    def solution(self):
        return [self.of[i] for i in self.rest]
