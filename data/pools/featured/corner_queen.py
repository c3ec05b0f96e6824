import random
import re

SIZE = 10
WAYS = {"left": (1, 0), "down": (0, 1), "diagonal": (1, 1)}


def cold_places():
    """The places (squares right of the corner, squares above it) from which whoever must move will lose.

    A place is cold when no move from it reaches a cold one; filling the board outwards from the corner
    finds them all."""
    cold = set()
    for x, y in sorted(((x, y) for x in range(SIZE) for y in range(SIZE)), key=sum):
        if not any((x - n * a, y - n * b) in cold for a, b in WAYS.values() for n in range(1, SIZE)):
            cold.add((x, y))
    return cold


def moved(place, way, squares):
    """Where a move ends, or None when it leaves the board."""
    after = (place[0] - squares * WAYS[way][0], place[1] - squares * WAYS[way][1])
    return after if min(after) >= 0 else None


def best(place):
    """A move to a cold place; from a cold place, where there is none, the smallest move there is."""
    moves = [(way, n) for n in range(1, SIZE) for way in WAYS if moved(place, way, n)]
    return next((move for move in moves if moved(place, *move) in COLD), moves[0])


def line(place):
    """The moves of the player who begins at `place`, when both play their best."""
    mine = []
    while True:
        mine.append(best(place))
        place = moved(place, *mine[-1])
        if place == (0, 0):
            return mine
        place = moved(place, *best(place))


COLD = cold_places()
HOT = [(x, y) for x in range(SIZE) for y in range(SIZE) if x + y > 9 and (x, y) not in COLD]
STARTS = [place for place in HOT if len(line(place)) >= 3]


class CornerQueenEnv:
    """Corner the Queen
    Two players move one chess queen down, left or diagonally towards a corner; who reaches it first wins."""

    def __init__(self, max_turns=10, **kwargs):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.start = self.at = rng.choice(STARTS)
        self.t = 0
        return (
            "You and a rival, who never errs, take turns to move the queen Q: any number of squares left, down, "
            "or diagonally left and down. Whoever brings her to the corner G wins. You begin, and you can win. "
            "Reply with a way and a number of squares, such as \\boxed{left 2}.\n%s\n"
            "Ways: left, down, diagonal. Squares: 1, 2, 3, 4, 5, 6, 7, 8, 9." % self.render()
        ), {}

    def step(self, action):
        self.t += 1
        found = re.search(r"\\boxed\{\s*(left|down|diagonal)\s+([1-9])\s*\}", action, re.IGNORECASE)
        after = moved(self.at, found.group(1).lower(), int(found.group(2))) if found else None
        if after == (0, 0):
            self.at = after
            return "The queen is in the corner: you win.\n" + self.render(), 1.0, True, False, {}
        note = (
            "That leaves the board." if found else "Reply with a way and a number, such as \\boxed{left 2}."
        )
        if after:
            way, squares = best(after)
            self.at = moved(after, way, squares)
            note = "Your rival moves her %s by %d." % (way, squares)
            if self.at == (0, 0):
                return note + " That is the corner: you lose.\n" + self.render(), 0.0, True, False, {}
        if self.t >= self.max_turns:
            return "The game took too long.\n" + self.render(), 0.0, False, True, {}
        return note + "\n" + self.render(), 0.0, False, False, {}

    def letter(self, x, y):
        if (x, y) == self.at:
            return "Q"
        return "G" if x == y == 0 else "."

    def render(self):
        rows = [" ".join(self.letter(x, y) for x in range(SIZE)) for y in reversed(range(SIZE))]
        told = "The queen stands %d right of the corner and %d above it. Turns left: %d."
        return "\n".join(rows) + "\n" + told % (*self.at, self.max_turns - self.t)

    def hint(self):
        pairs = "; ".join("%d and %d" % pair for pair in sorted(COLD) if 0 < pair[0] < pair[1])
        way, squares = best(self.at)
        return "Leave her where these are the distances, either way round: %s. Now: %s %d." % (
            pairs,
            way,
            squares,
        )

    def solution(self):
        return ["%s %d" % move for move in line(self.start)]
