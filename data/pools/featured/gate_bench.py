import itertools
import random
import re

GATES = {"both": lambda x, y: x and y, "either": lambda x, y: x or y, "single": lambda x, y: x != y}
PICTURE = "a ─ ┐ . . . .|. . 1 ─ ┐ . .|b ─ ┘ . │ . .|. . . . 3 ─ @|c ─ ┐ . │ . .|. . 2 ─ ┘ . .|d ─ ┘ . . . ."
MARKS = {"both": "&", "either": "|", "single": "^"}


def lamp(gates, switches):
    """Whether the lamp shines when gate 1 joins switches a and b, gate 2 joins c and d, and gate 3 those two."""
    first, second, last = (GATES[name] for name in gates)
    return last(first(switches[0], switches[1]), second(switches[2], switches[3]))


class GateBenchEnv:
    """The Gate Bench
    Flip switches, watch one lamp, and work out which three gates are hidden in a circuit."""

    def __init__(self, max_turns=18, **kwargs):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.gates = tuple(rng.choice(list(GATES)) for _ in range(3))
        self.first = tuple(rng.random() < 0.5 for _ in range(4))
        self.switches = self.first
        self.labels = [None, None, None]
        self.seen = {self.switches: lamp(self.gates, self.switches)}
        self.t = 0
        return (
            "Gate 1 joins switches a and b, gate 2 joins c and d, gate 3 joins those two and drives the lamp. "
            "Each gate passes the current on if both of its inputs are on (both, &), if at least one is "
            "(either, |) or if exactly one is (single, ^). Flip a switch with \\boxed{a}, label a gate with "
            "\\boxed{1 single}, and when all three labels are right send \\boxed{check}. A wrong "
            "check ends the work, and so does turn %d.\n%s" % (self.max_turns, self.view())
        ), {}

    def step(self, action):
        self.t += 1
        found = re.search(
            r"\\boxed\{\s*(?:([a-d])|([123])\s+(both|either|single)|(check))\s*\}", action, re.IGNORECASE
        )
        switch, place, kind, check = (
            (part and part.lower() for part in found.groups()) if found else [None] * 4
        )
        note = "Reply with a switch like \\boxed{a}, a label like \\boxed{1 single}, or \\boxed{check}."
        if check:
            if tuple(self.labels) == self.gates:
                return "Every gate is what you say.\n" + self.render(), 1.0, True, False, {}
            return (
                "Wrong: the gates are %s.\n%s" % (", ".join(self.gates), self.render()),
                0.0,
                True,
                False,
                {},
            )
        if switch:
            self.switches = self.flipped(self.switches, "abcd".index(switch))
            self.seen[self.switches] = lamp(self.gates, self.switches)
            note = "You flip %s: the lamp is %s." % (switch, self.word(self.switches))
        if place:
            self.labels[int(place) - 1] = kind
            note = "Gate %s now carries the label %s." % (place, kind)
        if self.t >= self.max_turns:
            return "Out of turns.\n" + self.render(), 0.0, False, True, {}
        return note + "\n" + self.view(), 0.0, False, False, {}

    @staticmethod
    def flipped(switches, place):
        return switches[:place] + (not switches[place],) + switches[place + 1 :]

    def word(self, switches):
        return "on" if self.seen[switches] else "off"

    def view(self):
        labels = ["%d %s" % pair for pair in itertools.product((1, 2, 3), GATES)]
        return "%s\nMoves: %s." % (self.render(), ", ".join([*"abcd", *labels, "check"]))

    def render(self):
        drawn = {str(i + 1): MARKS[label] if label else "?" for i, label in enumerate(self.labels)}
        drawn |= {name: name.upper() if on else name for name, on in zip("abcd", self.switches)}
        drawn["@"] = "*" if self.seen[self.switches] else "o"
        board = "".join(drawn.get(mark, mark) for mark in PICTURE.replace("|", "\n"))
        told = "; ".join(self.on(switches) + " " + self.word(switches) for switches in self.seen)
        return "%s\nCapital switches are on. Seen so far: %s. Turns left: %d." % (
            board,
            told,
            self.max_turns - self.t,
        )

    @staticmethod
    def on(switches):
        return "".join(name.upper() if on else name for name, on in zip("abcd", switches))

    def hint(self):
        return "The label of gate 1 is %s, that of gate 2 is %s; find gate 3." % self.gates[:2]

    def solution(self):
        """Flips along the shortest way to a setting that splits the gates still possible, then the labels."""
        switches, moves = self.first, []
        left = [gates for gates in itertools.product(GATES, repeat=3)]
        while True:
            left = [gates for gates in left if lamp(gates, switches) == lamp(self.gates, switches)]
            if len(left) == 1:
                return moves + ["%d %s" % pair for pair in zip((1, 2, 3), self.gates)] + ["check"]
            ways = [way for n in (1, 2, 3, 4) for way in itertools.combinations(range(4), n)]
            way, switches = min(
                ((way, self.after(switches, way)) for way in ways), key=lambda o: self.cost(o, left)
            )
            moves += ["abcd"[place] for place in way]

    def after(self, switches, way):
        for place in way:
            switches = self.flipped(switches, place)
        return switches

    @staticmethod
    def cost(option, left):
        way, switches = option
        on = sum(lamp(gates, switches) for gates in left)
        return (on in (0, len(left)), abs(2 * on - len(left)) + 2 * len(way))
