import random, re
class SimSwapDeskBoardEnv:
    """Sim Swap Desk Board
    Set the switches so that every lamp of the sim swap desk is lit."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.names = rng.sample(["day", "reason", "line", "minute", "code", "bank"], 5)
        goal = [rng.random() < 0.5 for n in self.names]
        goal[1] = goal[0]
        self.need = [x + y for x, y in zip(goal, goal[1:])]
        self.plan = rng.sample(self.names, 3)
        self.on = {n: g != (n in self.plan) for n, g in zip(self.names, goal)}
        return "The agent wants each lamp lit. A lamp wants none, one or both of its two switches up. Answer \\boxed{day} to flip a switch. " + self.show(), {}
    def lit(self, i):
        return self.on[self.names[i]] + self.on[self.names[i + 1]] == self.need[i]
    def show(self):
        on = ", ".join(f"{n} {'up' if v else 'down'}" for n, v in self.on.items())
        wires = ", ".join(
            f"{['none', 'one', 'both'][k]} {self.names[i]} {self.names[i + 1]}"
            for i, k in enumerate(self.need))
        return f"Board: {on}. Lamps: {wires}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        if a in self.on:
            self.on[a] = not self.on[a]
            note = f"You flip {a}. "
        if all(self.lit(i) for i in range(5 - 1)):
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "These are wrong: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
