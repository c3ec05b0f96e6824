import itertools
import random
import re

SIZE = 4
NAMES = [column + row for row in "1234" for column in "abcd"]


def reach(place):
    """The places that a press changes: the lantern itself and those beside, above and below it."""
    r, c = divmod(place, SIZE)
    near = ((r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
    return [i * SIZE + j for i, j in near if 0 <= i < SIZE and 0 <= j < SIZE]


class LanternCourtEnv:
    """Lantern Court
    Light all sixteen lanterns of a court, when every press also changes the lanterns around it."""

    def __init__(self, max_turns=10, **kwargs):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.fewest = []
        while not 5 <= len(self.fewest) <= 7:
            self.lit = [True] * SIZE * SIZE
            for place in rng.sample(range(SIZE * SIZE), 7):
                self.press(self.lit, place)
            self.fewest = self.search()
        self.t = 0
        return (
            "Light all sixteen lanterns (* is lit, an empty field is dark) with at most %d presses. A press "
            "changes that lantern and the ones beside, above and below it: lit becomes dark, dark becomes lit. "
            "Reply with a column and a row, such as \\boxed{b3}.\n%s\nMoves: %s."
            % (self.max_turns, self.render(), ", ".join(NAMES))
        ), {}

    @staticmethod
    def press(lit, place):
        for other in reach(place):
            lit[other] = not lit[other]

    def search(self):
        """The fewest presses that light everything.

        Once the first row's presses are chosen, every dark lantern forces a press right below it; so the
        sixteen choices for the first row are all there is to try."""
        best = None
        for first in itertools.product((False, True), repeat=SIZE):
            lit, chosen = list(self.lit), []
            for place in range(SIZE * SIZE):
                if first[place] if place < SIZE else not lit[place - SIZE]:
                    self.press(lit, place)
                    chosen.append(place)
            if all(lit) and (best is None or len(chosen) < len(best)):
                best = chosen
        return best

    def step(self, action):
        self.t += 1
        found = re.search(r"\\boxed\{\s*([a-d])\s*([1-4])\s*\}", action, re.IGNORECASE)
        if found:
            name = found.group(1).lower() + found.group(2)
            self.press(self.lit, NAMES.index(name))
            note = "You press %s." % name
        else:
            note = "Reply with a column a to d and a row 1 to 4, such as \\boxed{b3}."
        if all(self.lit):
            return "The court is bright.\n" + self.render(), 1.0, True, False, {}
        if self.t >= self.max_turns:
            return "No presses left.\n" + self.render(), 0.0, False, True, {}
        return note + "\n" + self.render(), 0.0, False, False, {}

    def render(self):
        rows = ["· a b c d"]
        for r in range(SIZE):
            marks = ["*" if lit else "." for lit in self.lit[r * SIZE : r * SIZE + SIZE]]
            rows.append(" ".join([str(r + 1), *marks]))
        left = "Dark lanterns: %d. Presses left: %d." % (self.lit.count(False), self.max_turns - self.t)
        return "\n".join(rows) + "\n" + left

    def hint(self):
        return "From the start, press each of these once, in any order: %s." % " ".join(self.solution())

    def solution(self):
        return [NAMES[place] for place in self.fewest]
