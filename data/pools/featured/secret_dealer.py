import random
import re

RED, SUITS = "♥♦", "♠♥♣♦"
DECK = [(rank, suit) for suit in SUITS for rank in range(1, 10)]
RULES = (
    ("red and black take turns, and so do odd and even", lambda a, b: red(a) != red(b) and (a[0] + b[0]) % 2),
    ("the rank goes up or down by one or two", lambda a, b: 1 <= abs(a[0] - b[0]) <= 2),
    ("the two ranks together make at least 9 and at most 11", lambda a, b: 9 <= a[0] + b[0] <= 11),
    (
        "suits follow in the order ♠ ♥ ♣ ♦ and round again",
        lambda a, b: SUITS.index(b[1]) == (SUITS.index(a[1]) + 1) % 4,
    ),
    (
        "after an odd card comes a spade or heart, after an even one a club or diamond",
        lambda a, b: (b[1] in "♠♥") == a[0] % 2,
    ),
    (
        "after a red card comes a rank above 5, after a black card one of 5 or less",
        lambda a, b: (b[0] > 5) == red(a),
    ),
    (
        "neighbours have the same suit or ranks three apart",
        lambda a, b: a[1] == b[1] or abs(a[0] - b[0]) == 3,
    ),
    ("the two ranks together are a multiple of three", lambda a, b: (a[0] + b[0]) % 3 == 0),
)


def red(card):
    return card[1] in RED


class SecretDealerEnv:
    """The Secret Dealer
    Find out by playing cards which secret rule says what card may follow the last one."""

    START, WANTED, HAND = 3, 7, 6

    def __init__(self, max_turns=13, **kwargs):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.key = rng.random()
        self.rule, self.follows = rng.choice(RULES)
        self.line = [rng.choice([card for card in DECK if 3 < card[0] < 7])]
        while len(self.line) < self.START:
            self.line.append(rng.choice([card for card in DECK if self.fits(self.line, card)]))
        self.first = list(self.line)
        self.refused = []
        self.t = 0
        return (
            "A dealer keeps a secret rule about which card may follow which. The upper cards are the line so "
            "far, the lower ones your hand, lettered a to f. Add %d cards to the end of the line within %d turns. "
            "A fitting card is added and a new hand dealt; any other card is refused. Every hand holds a card "
            "that fits. Ranks are 1 to 9; ♥ and ♦ are red. Reply with a letter, such as \\boxed{a}.\n%s\n"
            "Cards: a, b, c, d, e, f." % (self.WANTED, self.max_turns, self.render())
        ), {}

    def fits(self, line, card):
        return card != line[-1] and bool(self.follows(line[-1], card))

    def hand(self, line):
        """Six cards for the end of this line, of which one or two fit: the same whenever it is asked."""
        rng = random.Random("%r %r" % (self.key, line))
        good = [card for card in DECK if self.fits(line, card)]
        bad = [card for card in DECK if card not in good]
        fitting = rng.sample(good, rng.choice((1, 2)))
        return sorted(fitting + rng.sample(bad, self.HAND - len(fitting)))

    def step(self, action):
        self.t += 1
        found = re.search(r"\\boxed\{\s*([a-f])\s*\}", action, re.IGNORECASE)
        if found:
            card = self.hand(self.line)["abcdef".index(found.group(1).lower())]
            told = "%d%s after %d%s" % (*card, *self.line[-1])
            if self.fits(self.line, card):
                self.line.append(card)
                note = "The dealer nods: %s." % told
            else:
                self.refused.append(told)
                note = "The dealer shakes his head: not %s." % told
        else:
            note = "Reply with a letter from a to f, such as \\boxed{a}."
        if len(self.line) == self.START + self.WANTED:
            return "You have found the dealer out.\n" + self.render(), 1.0, True, False, {}
        if self.t >= self.max_turns:
            return "The rule was: %s.\n%s" % (self.rule, self.render()), 0.0, False, True, {}
        return note + "\n" + self.render(), 0.0, False, False, {}

    def render(self):
        width = self.START + self.WANTED
        hand = self.hand(self.line) if len(self.line) < width else []
        rows = [
            [str(rank) for rank, _ in self.line],
            [suit for _, suit in self.line],
            [],
            [str(rank) for rank, _ in hand],
            [suit for _, suit in hand],
            "abcdef"[: len(hand)],
        ]
        board = "\n".join(" ".join([*row, *"." * (width - len(row))]) for row in rows)
        count = "Cards to add: %d. Turns left: %d." % (width - len(self.line), self.max_turns - self.t)
        return board + "\n" + count + (" Refused: %s." % ", ".join(self.refused) if self.refused else "")

    def hint(self):
        return "The rule: %s." % self.rule

    def solution(self):
        line, letters = list(self.first), []
        while len(letters) < self.WANTED:
            hand = self.hand(line)
            card = next(card for card in hand if self.fits(line, card))
            letters.append("abcdef"[hand.index(card)])
            line.append(card)
        return letters
