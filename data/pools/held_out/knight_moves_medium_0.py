import random, re
class LeafHorseEnv:
    """Leaf Horse
    Two squares one way and one aside: reach the goal."""
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.cells = [x + y for x in "abcdef" for y in "123456"]
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
        return "A knight on a board a1 to f6: two squares straight, one aside. Reach the goal in 3 jumps. Answer the square as \\boxed{e6}. " + self.show(), {}
    def near(self, c):
        return [n for n in self.cells if abs(ord(n[0]) - ord(c[0])) * abs(int(n[1]) - int(c[1])) == 2]
    def show(self):
        return f"Knight: {self.at}. Goal: {self.goal}. Jumps: {' '.join(self.near(self.at))}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        if a in self.near(self.at):
            self.at = a
            note = "Hop. "
        if self.at == self.goal:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Jump to: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
