import random, re
class JetBoardEnv:
    """Jet Board
    A lamp is lit when the right number of its switches is up."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.names = rng.sample(["town", "jet", "pipe", "cup", "needle", "shaft"], 5)
        goal = [rng.random() < 0.5 for n in self.names]
        goal[1] = goal[0]
        self.need = [x + y for x, y in zip(goal, goal[1:])]
        self.plan = rng.sample(self.names, 3)
        self.on = {n: g != (n in self.plan) for n, g in zip(self.names, goal)}
        return "The operator wants each lamp lit. A lamp wants none, one or both of its two switches up. Write \\boxed{town} to flip a switch. " + self.show(), {}
    def lit(self, i):
        return self.on[self.names[i]] + self.on[self.names[i + 1]] == self.need[i]
    def show(self):
        on = ", ".join(f"{n} {'up' if v else 'down'}" for n, v in self.on.items())
        wires = ", ".join(
            f"{['none', 'one', 'both'][k]} {self.names[i]} {self.names[i + 1]}"
            for i, k in enumerate(self.need))
        return f"Switches: {on}. Lamps: {wires}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a in self.on:
            self.on[a] = not self.on[a]
            note = ""
        if all(self.lit(i) for i in range(5 - 1)):
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "These are wrong: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
