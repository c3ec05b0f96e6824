import random
import re

SIZE = 7
CELLS = [(r, c) for r in range(SIZE) for c in range(SIZE)]


class ColdEmbersEnv:
    """Cold Embers
    A fire has run through a town and stopped its clocks: read a few of them and say where it broke out."""

    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.plan = None
        while self.plan is None or not 4 <= len(self.plan) <= 6:
            walls = set(rng.sample(CELLS, 14))
            self.streets = [cell for cell in CELLS if cell not in walls]
            self.open = frozenset(self.streets)
            self.origin = rng.choice(self.streets)
            self.began = rng.randrange(10)
            if len(self.spread(self.origin)) == len(self.streets):
                self.far = {cell: self.spread(cell) for cell in self.streets}
                self.plan = self.search()
        self.read = {}
        self.t = 0
        return (
            "A fire broke out on one street square of this town and spread every minute to the squares beside, "
            "above and below; walls # held. On each square a clock stopped in the minute the fire came, but only "
            "the last digit of the minute can still be read. You do not know when it began. Read clocks with "
            "\\boxed{read b 3}, then name the square with \\boxed{blame b 3}. You have %d turns and may blame "
            "once.\n%s\nColumns: a, b, c, d, e, f, g. Rows: 1, 2, 3, 4, 5, 6, 7."
            % (self.max_turns, self.render())
        ), {}

    def spread(self, origin):
        """Minutes that a fire from `origin` takes to each street square it can reach."""
        minutes, edge = {origin: 0}, [origin]
        for r, c in edge:
            for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if near in self.open and near not in minutes:
                    minutes[near] = minutes[r, c] + 1
                    edge.append(near)
        return minutes

    def clock(self, cell, origin, began):
        return (began + self.far[origin][cell]) % 10

    def search(self):
        """Read a first clock, which fixes when each possible fire began; then, each time, the clock whose digits
        part the possible fires best. Blame when one is left, or give up with None."""
        first, words = self.streets[0], []
        digit = self.clock(first, self.origin, self.began)
        fires = [(origin, digit - self.far[origin][first]) for origin in self.streets]
        cell = first
        while len(words) < 6:
            words.append("read " + self.name(cell))
            digit = self.clock(cell, self.origin, self.began)
            fires = [fire for fire in fires if self.clock(cell, *fire) == digit]
            if len(fires) == 1:
                return [*words, "blame " + self.name(self.origin)]
            cell = min(self.streets, key=lambda cell: self.largest(cell, fires))
        return None

    def largest(self, cell, fires):
        digits = [self.clock(cell, *fire) for fire in fires]
        return max(map(digits.count, digits))

    def step(self, action):
        self.t += 1
        found = re.search(r"\\boxed\{\s*(read|blame)\s+([a-g])\s*([1-7])\s*\}", action, re.IGNORECASE)
        cell = (int(found.group(3)) - 1, "abcdefg".index(found.group(2).lower())) if found else None
        if not found:
            note = "Reply like \\boxed{read b 3} or \\boxed{blame b 3}."
        elif cell not in self.streets:
            note = "There is a wall, and no clock."
        elif found.group(1).lower() == "blame":
            won = cell == self.origin
            verdict = "You found it: " if won else "No. "
            return (
                "%sthe fire broke out at %s.\n%s" % (verdict, self.name(self.origin), self.render()),
                float(won),
                True,
                False,
                {},
            )
        else:
            self.read[cell] = self.clock(cell, self.origin, self.began)
            note = "The clock at %s stopped at a minute ending in %d." % (self.name(cell), self.read[cell])
        if self.t >= self.max_turns:
            return "The trail is cold.\n" + self.render(), 0.0, False, True, {}
        return note + "\n" + self.render(), 0.0, False, False, {}

    @staticmethod
    def name(cell):
        return "%s %d" % ("abcdefg"[cell[1]], cell[0] + 1)

    def render(self):
        rows = ["· a b c d e f g"]
        for r in range(SIZE):
            marks = [str(self.read.get((r, c), ".")) if (r, c) in self.streets else "#" for c in range(SIZE)]
            rows.append(" ".join([str(r + 1), *marks]))
        return "\n".join(rows) + "\nClocks read: %d. Turns left: %d." % (
            len(self.read),
            self.max_turns - self.t,
        )

    def hint(self):
        near = [cell for cell in self.streets if self.far[self.origin][cell] <= 1]
        return "It broke out at one of these: %s." % "; ".join(self.name(cell) for cell in near)

    def solution(self):
        return list(self.plan)
