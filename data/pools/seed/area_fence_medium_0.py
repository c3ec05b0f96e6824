import random, re
class CodeGardenFenceEnv:
    """Code Garden Fence
    Areas are given at the price list file, sides are free."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.plots = rng.sample([12, 18, 20, 24, 28, 30, 32, 36, 40, 42], 4)
        self.s = [min(self.sides(area), key=lambda w: self.cost(area, w)) for area in self.plots]
        self.roll = sum(self.cost(area, w) for area, w in zip(self.plots, self.s))
        return "The buyer has just enough fence for plots of these areas. Answer \\boxed{5}, one side of the first plot. " + self.show(), {}
    def sides(self, area):
        return [w for w in range(1, area + 1) if area % w == 0]
    def cost(self, area, w):
        return 2 * (w + area // w)
    def show(self):
        return f"Fence: {self.roll}. Beds: {' '.join(map(str, self.plots))}. Fence all four sides."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a in map(str, self.sides(self.plots[0])):
            area = self.plots.pop(0)
            self.roll -= self.cost(area, int(a))
            note = f"Side {a} it is. "
            if self.roll < sum(min(self.cost(x, w) for w in self.sides(x)) for x in self.plots):
                return "Too much fence is gone.", 0.0, True, False, {}
        if not self.plots:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Take " + ", then ".join(map(str, self.s)) + "."
    def solution(self):
        return [str(w) for w in self.s]
