import random
import re

SIZE = 7
MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
CLOCKWISE = {"up": "right", "right": "down", "down": "left", "left": "up"}


class RotatingMazeEnv:
    """Walled Rotating Maze
    Walk to the exit while the maze turns every two turns; a wall closes the exit off, so no play ever wins."""

    def __init__(self, max_turns=20, **kwargs):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        inner = [(r, c) for r in range(1, SIZE - 1) for c in range(1, SIZE - 1)]
        self.exit = rng.choice(inner)
        ring = [(self.exit[0] + dr, self.exit[1] + dc) for dr, dc in MOVES.values()]
        free = [cell for cell in inner if cell != self.exit and cell not in ring]
        rng.shuffle(free)
        self.player = free[0]
        border = [(r, c) for r in range(SIZE) for c in range(SIZE) if (r, c) not in inner]
        self.walls = frozenset(border + ring + free[1:5])
        self.t = 0
        goal = (
            "Walk from P to the exit E within %d turns. # is wall. After every second turn the whole maze, you "
            "included, turns 90 degrees clockwise. Each reply is one move: \\boxed{go up}, \\boxed{go down}, "
            "\\boxed{go left} or \\boxed{go right}." % self.max_turns
        )
        return goal + "\n" + self.view(), {}

    def step(self, action):
        found = re.search(r"\\boxed\{\s*go\s+(up|down|left|right)\s*\}", action, re.IGNORECASE)
        note = "Reply with one of \\boxed{go up}, \\boxed{go down}, \\boxed{go left}, \\boxed{go right}."
        if found:
            word = found.group(1).lower()
            for _ in range(-(self.t // 2) % 4):
                word = CLOCKWISE[word]
            ahead = (self.player[0] + MOVES[word][0], self.player[1] + MOVES[word][1])
            note = "Blocked." if ahead in self.walls else "You step."
            self.player = self.player if ahead in self.walls else ahead
        self.t += 1
        if self.player == self.exit:
            return "You reach the exit.\n" + self.view(), 1.0, True, False, {}
        if self.t >= self.max_turns:
            return "Out of turns.\n" + self.view(), 0.0, False, True, {}
        return note + (" The maze turns." if self.t % 2 == 0 else "") + "\n" + self.view(), 0.0, False, False, {}

    def view(self):
        marks = {self.exit: "E", self.player: "P"}
        rows = [
            ["#" if (r, c) in self.walls else marks.get((r, c), ".") for c in range(SIZE)] for r in range(SIZE)
        ]
        for _ in range(self.t // 2 % 4):
            rows = [list(column) for column in zip(*rows[::-1])]
        grid = "\n".join("".join(row) for row in rows)
        return "%s\nTurns left: %d. The maze turns in %d." % (grid, self.max_turns - self.t, 2 - self.t % 2)

    def render(self):
        return self.view()

    def hint(self):
        return "The maze turns with you in it: after a turn, what was above you is to your right."
