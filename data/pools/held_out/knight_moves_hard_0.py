import random, re
class EggHorseEnv:
    """Egg Horse
    Lead a knight to its goal on a board of 5 by 5."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.cells = [x + y for x in "abcde" for y in "12345"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.at = rng.choice(self.cells)
        way = {self.at: []}
        for i in range(3):
            for c in list(way):
                for n in self.near(c):
                    way.setdefault(n, way[c] + [n])
        self.goal = rng.choice([c for c in way if len(way[c]) == 3])
        self.plan = way[self.goal]
        return "At the chick egg shelf a horse leaps as knights do, on squares a1 to e5. Reach the goal in 3 jumps. Reply the square as \\boxed{a4}. " + self.show(), {}
    def near(self, c):
        return [n for n in self.cells if abs(ord(n[0]) - ord(c[0])) * abs(int(n[1]) - int(c[1])) == 2]
    def show(self):
        return f"Knight: {self.at}. Goal: {self.goal}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        if a in self.near(self.at):
            self.at = a
            note = f"You land on {a}. "
        if self.at == self.goal:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Jump to: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
