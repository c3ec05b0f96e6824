import random
import re

ROWS, COLS, TILES = 5, 6, 23
MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class WetPaintEnv:
    """Wet Paint
    Roll paint over every tile of a courtyard in a single stroke: no tile may be crossed twice."""

    def __init__(self, max_turns=25, **kwargs):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        path = []
        while len(path) < TILES or self.forks(path) < 9:
            path = self.wander(rng)
        self.path = path
        self.tiles = frozenset(path)
        self.at = path[0]
        self.painted = {self.at}
        self.t = 0
        return (
            "Paint every dry tile of the courtyard in one stroke. You stand at P on painted ground; * is wet "
            "paint and cannot be crossed again, # is a flower bed. There are %d tiles to paint and %d turns. "
            "Each reply is one step: \\boxed{go up}, \\boxed{go down}, \\boxed{go left} or \\boxed{go right}."
            "\n%s" % (TILES - 1, self.max_turns, self.render())
        ), {}

    def wander(self, rng):
        """A walk that never crosses itself; it hugs what it has already crossed, which keeps the yard compact."""
        path = [(rng.randrange(ROWS), rng.randrange(COLS))]
        while len(path) < TILES:
            ways = [cell for cell in self.around(path[-1]) if cell not in path]
            if not ways:
                return path
            crowd = [sum(near in path for near in self.around(cell)) for cell in ways]
            path.append(rng.choices(ways, crowd)[0])
        return path

    def forks(self, path):
        """How often the walk had more than one dry tile to choose from."""
        return sum(len(set(self.around(cell)) & set(path[i + 1 :])) > 1 for i, cell in enumerate(path))

    @staticmethod
    def around(cell):
        near = [(cell[0] + dr, cell[1] + dc) for dr, dc in MOVES.values()]
        return [(r, c) for r, c in near if 0 <= r < ROWS and 0 <= c < COLS]

    def step(self, action):
        self.t += 1
        found = re.search(r"\\boxed\{\s*go\s+(up|down|left|right)\s*\}", action, re.IGNORECASE)
        if found:
            dr, dc = MOVES[found.group(1).lower()]
            ahead = (self.at[0] + dr, self.at[1] + dc)
            if ahead in self.painted:
                note = "The paint there is still wet."
            elif ahead not in self.tiles:
                note = "You cannot paint there."
            else:
                self.at = ahead
                self.painted.add(ahead)
                note = "A fresh tile is painted."
        else:
            note = "Reply with \\boxed{go up}, \\boxed{go down}, \\boxed{go left} or \\boxed{go right}."
        if self.painted == self.tiles:
            return "The whole yard shines in one stroke.\n" + self.render(), 1.0, True, False, {}
        if not set(self.around(self.at)) & self.tiles - self.painted:
            return "You painted yourself into a corner.\n" + self.render(), 0.0, True, False, {}
        if self.t >= self.max_turns:
            return "Out of turns.\n" + self.render(), 0.0, False, True, {}
        return note + "\n" + self.render(), 0.0, False, False, {}

    def letter(self, cell):
        if cell == self.at:
            return "P"
        return "*" if cell in self.painted else "." if cell in self.tiles else "#"

    def render(self):
        rows = [" ".join(self.letter((r, c)) for c in range(COLS)) for r in range(ROWS)]
        dry = len(self.tiles - self.painted)
        return "\n".join(rows) + "\nDry tiles: %d. Turns left: %d." % (dry, self.max_turns - self.t)

    def hint(self):
        half = [word.split()[1] for word in self.solution()[:16]]
        return "From the start, one stroke that works begins: %s." % ", ".join(half)

    def solution(self):
        names = {step: word for word, step in MOVES.items()}
        pairs = zip(self.path, self.path[1:])
        return ["go " + names[b[0] - a[0], b[1] - a[1]] for a, b in pairs]
