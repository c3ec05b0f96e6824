import random, re
class CherryBoardEnv:
    """Cherry Board
    The keeper rides in knight jumps at the cherry dryer."""
    def __init__(self, max_turns=3, **kwargs):
        self.max_turns = max_turns
        self.cells = [x + y for x in "abcdef" for y in "123456"]
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.at = rng.choice(self.cells)
        way = {self.at: []}
        for i in range(2):
            for c in list(way):
                for n in self.near(c):
                    way.setdefault(n, way[c] + [n])
        self.goal = rng.choice([c for c in way if len(way[c]) == 2])
        self.plan = way[self.goal]
        return "The board goes from a1 to f6. Jump two squares one way and one aside. Reach the goal in 2 jumps. Write the square as \\boxed{f3}. " + self.show(), {}
    def near(self, c):
        return [n for n in self.cells if abs(ord(n[0]) - ord(c[0])) * abs(int(n[1]) - int(c[1])) == 2]
    def show(self):
        return f"Knight: {self.at}. Goal: {self.goal}. Jumps: {' '.join(self.near(self.at))}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Please use the format. "
        if a in self.near(self.at):
            self.at = a
            note = "Hop. "
        if self.at == self.goal:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Jump to: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
