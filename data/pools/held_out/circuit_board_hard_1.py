import random, re
class LampBoardEnv:
    """Lamp Board
    Set the switches so that every lamp of the temple disc post is lit."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.names = rng.sample(["lamp", "bell", "night", "stack", "peg", "tea"], 6)
        goal = [rng.random() < 0.5 for n in self.names]
        goal[1] = goal[0]
        self.need = [x + y for x, y in zip(goal, goal[1:])]
        self.plan = rng.sample(self.names, 3)
        self.on = {n: g != (n in self.plan) for n, g in zip(self.names, goal)}
        return "Light every lamp of the temple disc post. A lamp wants none, one or both of its two switches up. Answer \\boxed{lamp} to flip a switch. " + self.show(), {}
    def lit(self, i):
        return self.on[self.names[i]] + self.on[self.names[i + 1]] == self.need[i]
    def show(self):
        on = ", ".join(f"{n} {'up' if v else 'down'}" for n, v in self.on.items())
        wires = ", ".join(
            f"{['none', 'one', 'both'][k]} {self.names[i]} {self.names[i + 1]}"
            for i, k in enumerate(self.need))
        return f"Board: {on}. Bulbs: {wires}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.on:
            self.on[a] = not self.on[a]
            note = "Flipped. "
        if all(self.lit(i) for i in range(6 - 1)):
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Flip: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
