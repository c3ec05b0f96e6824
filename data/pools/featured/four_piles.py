import heapq
import itertools
import random
import re

RANKS, SUITS, PILES, ROWS = 6, "♠♥", 4, 6


class FourPilesEnv:
    """Four Piles
    A small patience with twelve cards: free the aces and bring both suits home before the candle burns down."""

    def __init__(self, max_turns=22, **kwargs):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.plan = None
        while self.plan is None or len(self.plan) < 15:
            cards = [(rank, suit) for suit in SUITS for rank in range(1, RANKS + 1)]
            rng.shuffle(cards)
            self.piles = tuple(tuple(cards[i::PILES]) for i in range(PILES))
            self.home = (0, 0)
            self.plan = self.search()
        self.t = 0
        return (
            "Bring all twelve cards home within %d moves. A suit goes home from ace (1) to 6, and only the last "
            "card of a pile, the lowest one shown, may move: home, or below a card that is exactly one higher, "
            "of either suit, or onto an empty pile. On the left stand the cards that are home. A pass lets a "
            "turn go by. Reply with a move, such as \\boxed{a-home}.\n%s" % (self.max_turns, self.view())
        ), {}

    @staticmethod
    def options(piles, home):
        """Every allowed move as (words, piles after it, home after it)."""
        found = []
        for i, pile in enumerate(piles):
            if not pile:
                continue
            rank, suit = pile[-1]
            cut = piles[:i] + (pile[:-1],) + piles[i + 1 :]
            own = SUITS.index(suit)
            if home[own] == rank - 1:
                found.append(("%s-home" % "abcd"[i], cut, home[:own] + (rank,) + home[own + 1 :]))
            for j, other in enumerate(piles):
                if j != i and (other[-1][0] == rank + 1 if other else len(pile) > 1):
                    laid = cut[:j] + (other + (pile[-1],),) + cut[j + 1 :]
                    found.append(("%s-%s" % ("abcd"[i], "abcd"[j]), laid, home))
        return found

    @staticmethod
    def least(piles, home):
        """Moves still needed at least: each card goes home, and one that lies on a lower card of its own suit
        has to be moved aside first."""
        aside = sum(
            any(low[1] == card[1] and low[0] < card[0] for low in p[:n])
            for p in piles
            for n, card in enumerate(p)
        )
        return RANKS * len(SUITS) - sum(home) + aside

    def search(self, limit=1500):
        """A way home that leaves a few moves to spare, or None when none was found within the limit."""
        count = itertools.count()
        heap = [(self.least(self.piles, self.home), next(count), self.piles, self.home, ())]
        known = set()
        while heap and len(known) < limit:
            _, _, piles, home, words = heapq.heappop(heap)
            if sum(home) == RANKS * len(SUITS):
                return list(words)
            state = tuple(sorted(piles))
            if state in known:
                continue
            known.add(state)
            for word, after, brought in self.options(piles, home):
                total = len(words) + 1 + self.least(after, brought)
                if total <= self.max_turns - 3:
                    heapq.heappush(heap, (total, next(count), after, brought, (*words, word)))
        return None

    def step(self, action):
        self.t += 1
        found = re.search(r"\\boxed\{\s*([a-d]-(?:[a-d]|home)|pass)\s*\}", action, re.IGNORECASE)
        wanted = found.group(1).lower() if found else ""
        note = "That card may not go there." if found else "Reply with a move, such as \\boxed{a-home}."
        note = "The candle burns." if wanted == "pass" else note
        for words, piles, home in self.options(self.piles, self.home):
            if words == wanted:
                self.piles, self.home = piles, home
                note = "You move %s." % words
        if sum(self.home) == RANKS * len(SUITS):
            return "All cards are home.\n" + self.render(), 1.0, True, False, {}
        if not self.options(self.piles, self.home):
            return "No card can move any more.\n" + self.render(), 0.0, True, False, {}
        if self.t >= self.max_turns:
            return "The candle has burnt down.\n" + self.render(), 0.0, False, True, {}
        return note + "\n" + self.view(), 0.0, False, False, {}

    def view(self):
        moves = [words for words, _, _ in self.options(self.piles, self.home)]
        return "%s\nMoves: %s." % (self.render(), ", ".join([*moves, "pass"]))

    def render(self):
        rows = [[".", ".", *(mark for name in "abcd" for mark in (".", name, "."))]]
        for n in range(max(ROWS, *map(len, self.piles))):
            homes = [str(self.home[n]), SUITS[n]] if n < 2 else [".", "."]
            cards = [(".", str(p[n][0]), p[n][1]) if n < len(p) else (".", ".", ".") for p in self.piles]
            rows.append([*homes, *(mark for card in cards for mark in card)])
        return "\n".join(" ".join(row) for row in rows) + "\nMoves left: %d." % (self.max_turns - self.t)

    def hint(self):
        return "From the first deal, a way home begins: %s." % ", then ".join(self.plan[:8])

    def solution(self):
        return list(self.plan)
