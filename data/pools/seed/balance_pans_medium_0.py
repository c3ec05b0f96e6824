import random, re
class HedgeMazeLevelPansEnv:
    """Hedge Maze Level Pans
    Balance the hedge weights of the guide."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        last = 0
        while not 0 < last <= 15:
            self.rest = rng.sample(range(1, 16), 5)
            pans = rng.sample(range(3, 18), 2)
            self.pans, self.plan = pans[:], []
            for w in self.rest:
                self.plan.append(int(pans[0] > pans[1]))
                pans[self.plan[-1]] += w
            last = abs(pans[0] - pans[1])
        self.rest.append(last)
        self.plan = [["left", "right"][k] for k in self.plan + [int(pans[0] > pans[1])]]
        return "Place all weights at the hedge maze, the first one first, until the pans are level. Answer \\boxed{left} or \\boxed{right}. " + self.show(), {}
    def show(self):
        rest = " ".join(str(w) for w in self.rest)
        return f"Load: left {self.pans[0]}, right {self.pans[1]}. Weights: {rest}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in ("left", "right"):
            w = self.rest.pop(0)
            self.pans[a == "right"] += w
            note = f"Placed {w}. "
        if not self.rest:
            level = self.pans[0] == self.pans[1]
            return "Solved." if level else "The pans are not level.", float(level), True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Place " + ", ".join(self.plan) + "."
    def solution(self):
        return self.plan
