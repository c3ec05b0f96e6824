import random
import re

SIZE, MOLES = 5, 5
CELLS = [(r, c) for r in range(SIZE) for c in range(SIZE)]
AROUND = {(r, c): frozenset((i, j) for i, j in CELLS if max(abs(i - r), abs(j - c)) == 1) for r, c in CELLS}


class QuietMeadowEnv:
    """Quiet Meadow
    Open every place of a meadow where no mole sleeps; the numbers always tell enough to go on without a guess."""

    def __init__(self, max_turns=20, **kwargs):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.plan = []
        while len(self.plan) < 9:
            self.first = rng.choice(CELLS)
            self.moles = frozenset(rng.sample([cell for cell in CELLS if cell != self.first], MOLES))
            self.plan = self.reason() or []
        self.opened = self.open(self.first, set())
        self.t = 0
        return (
            "Five moles sleep in this meadow. Open all the other places (?) within %d turns and wake none. An "
            "opened place shows how many of the up to eight places around it hide a mole; an empty field is a "
            "place with none around, and opens its surroundings too. What is safe can always be worked out. "
            "Reply with a column and a row, such as \\boxed{b 3}.\n%s\nColumns: a, b, c, d, e. "
            "Rows: 1, 2, 3, 4, 5." % (self.max_turns, self.render())
        ), {}

    def count(self, cell):
        return len(AROUND[cell] & self.moles)

    def open(self, cell, opened):
        """`opened` with `cell` added, and everything that opens by itself around a place without moles."""
        todo = [cell]
        while todo:
            cell = todo.pop()
            if cell not in opened:
                opened.add(cell)
                todo += sorted(AROUND[cell]) if not self.count(cell) else []
        return opened

    def reason(self):
        """The places to open, each proved safe by what is open before it, or None where that needs a guess.

        A fact is a set of unopened places with the number of moles among them. Where one fact lies within
        another, what is left over is a fact too. Places of a fact without moles are safe; in a fact of as many
        moles as places, all are moles, and other facts need not count those any more."""
        opened, asleep, digs = self.open(self.first, set()), set(), []
        while len(opened) < len(CELLS) - MOLES:
            seen = [(AROUND[cell], self.count(cell)) for cell in sorted(opened)] + [(frozenset(CELLS), MOLES)]
            facts = {places - opened - asleep: moles - len(places & asleep) for places, moles in seen}
            facts.update({b - a: facts[b] - facts[a] for a in list(facts) for b in list(facts) if a < b})
            found = {cell for places, moles in facts.items() if moles == len(places) for cell in places}
            safe = sorted(cell for places, moles in facts.items() if moles == 0 for cell in places)
            asleep |= found
            if safe:
                digs.append(safe[0])
                self.open(safe[0], opened)
            elif not found:
                return None
        return digs

    def step(self, action):
        self.t += 1
        found = re.search(r"\\boxed\{\s*([a-e])\s*([1-5])\s*\}", action, re.IGNORECASE)
        if found:
            cell = (int(found.group(2)) - 1, "abcde".index(found.group(1).lower()))
            if cell in self.moles:
                self.opened |= self.moles
                return "You woke a mole.\n" + self.render(), 0.0, True, False, {}
            note = "That place is open already." if cell in self.opened else "No mole there."
            self.open(cell, self.opened)
        else:
            note = "Reply with a column a to e and a row 1 to 5, such as \\boxed{b 3}."
        if len(self.opened) == len(CELLS) - MOLES:
            return "Every safe place is open; the moles sleep on.\n" + self.render(), 1.0, True, False, {}
        if self.t >= self.max_turns:
            return "Night falls.\n" + self.render(), 0.0, False, True, {}
        return note + "\n" + self.render(), 0.0, False, False, {}

    def letter(self, cell):
        if cell not in self.opened:
            return "?"
        return "M" if cell in self.moles else str(self.count(cell) or ".")

    def render(self):
        rows = ["· a b c d e"]
        for r in range(SIZE):
            rows.append(" ".join([str(r + 1), *(self.letter((r, c)) for c in range(SIZE))]))
        left = len(CELLS) - MOLES - len(self.opened - self.moles)
        return "\n".join(rows) + "\nSafe places to open: %d. Turns left: %d." % (
            left,
            self.max_turns - self.t,
        )

    def hint(self):
        return "Moles sleep at %s." % ", ".join(self.name(cell) for cell in sorted(self.moles))

    def name(self, cell):
        return "%s %d" % ("abcde"[cell[1]], cell[0] + 1)

    def solution(self):
        return [self.name(cell) for cell in self.plan]
