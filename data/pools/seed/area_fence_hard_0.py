import random, re
class SoundingShipFenceEnv:
    """Sounding Ship Fence
    Areas are given at the sounding ship, sides are free."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.plots = rng.sample([8, 12, 18, 20, 24, 30, 32, 36, 40], 4)
        self.s = [min(self.sides(area), key=lambda w: self.cost(area, w)) for area in self.plots]
        self.roll = sum(self.cost(area, w) for area, w in zip(self.plots, self.s))
        return "Fence wax plots of these areas, first one first. Waste no fence. Write \\boxed{5}, the depth of the first plot, from a wall. " + self.show(), {}
    def sides(self, area):
        return [w for w in range(1, area + 1) if area % w == 0]
    def cost(self, area, w):
        return 2 * w + area // w
    def show(self):
        return f"Fence: {self.roll}. Areas: {' '.join(map(str, self.plots))}. Fence the depth twice, the length once."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a in map(str, self.sides(self.plots[0])):
            area = self.plots.pop(0)
            self.roll -= self.cost(area, int(a))
            note = f"Built. "
            if self.roll < sum(min(self.cost(x, w) for w in self.sides(x)) for x in self.plots):
                return "The fence will not do.", 0.0, True, False, {}
        if not self.plots:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Sides: " + ", ".join(map(str, self.s)) + "."
    def solution(self):
        return [str(w) for w in self.s]
