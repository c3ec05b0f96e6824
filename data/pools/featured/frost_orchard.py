import functools
import random
import re

DAYS, TREES, RIPE = 12, 3, 3
STAGES = ".bf*"
NAMES = "abc"


def night(tree, weather):
    """A tree (stage, watered, covered) after a day of this weather."""
    stage, watered, covered = tree
    if weather == "R":
        return stage, True, covered
    if weather == "S":
        return min(stage + watered, RIPE), False, covered
    return (stage if covered or stage == 0 else stage - 1), watered, False


def tend(tree, work):
    """A tree after this work on it."""
    stage, watered, covered = tree
    if work == "pick":
        return (0, watered, covered) if stage == RIPE else tree
    return (stage, True, covered) if work == "water" else (stage, watered, True)


@functools.lru_cache(maxsize=None)
def most(weather, trees):
    """The most baskets that `trees`, in any order, can still give under the coming `weather`."""
    if not weather:
        return 0
    mornings = {(work == "pick", tuple(sorted(after))) for work, _, after in works(weather, trees)}
    return max(gain + most(weather[1:], after) for gain, after in mornings)


def works(weather, trees):
    """What can usefully be done today, as (work, place of the tree, the trees the next morning)."""
    idle = tuple(night(tree, weather[0]) for tree in trees)
    found = []
    for i, tree in enumerate(trees):
        for work in ("pick", "water", "cover") if "F" in weather else ("pick", "water"):
            after = tend(tree, work)
            if after != tree:
                found.append((work, i, idle[:i] + (night(after, weather[0]),) + idle[i + 1 :]))
    return found or [("cover", 0, idle)]


class FrostOrchardEnv:
    """Orchard Before the Frost
    One piece of work a day in an orchard of three trees: read the forecast and bring in enough baskets."""

    def __init__(self, max_turns=DAYS, **kwargs):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.goal = 0
        while not 3 <= self.goal <= 5:
            self.weather = "".join(rng.choices("SRF", (5, 3, 3), k=DAYS))
            self.trees = tuple((rng.randrange(3), rng.random() < 0.4, False) for _ in range(TREES))
            most.cache_clear()
            self.goal = most(self.weather, tuple(sorted(self.trees))) - 1
        self.first = self.trees
        self.baskets = [0] * TREES
        self.t = 0
        return (
            "Bring in %d baskets in %d days. Each day you do one piece of work, then the day's weather comes. S, "
            "sun: a watered tree (~) grows one stage, from bare to b bud, f flower and * ripe, and is dry again. "
            "R, rain: every tree is watered. F, frost: a tree falls back one stage, or loses its cover (^) "
            "instead. Picking a ripe tree gives a basket and leaves it bare. The upper row is the forecast, today "
            "first; below it, each tree's letter, stage, water, cover and baskets. Reply with a work and a tree, "
            "such as \\boxed{water a}.\n%s\nMoves: water a, water b, water c, cover a, cover b, cover c, pick a, "
            "pick b, pick c." % (self.goal, DAYS, self.render())
        ), {}

    def step(self, action):
        found = re.search(r"\\boxed\{\s*(water|cover|pick)\s+([abc])\s*\}", action, re.IGNORECASE)
        note = "A day without work: reply like \\boxed{water a}."
        trees = list(self.trees)
        if found:
            work, i = found.group(1).lower(), NAMES.index(found.group(2).lower())
            note = "You %s tree %s." % (work, NAMES[i])
            trees[i] = tend(trees[i], work)
            if trees[i] == self.trees[i]:
                note = "That work on tree %s changes nothing." % NAMES[i]
            elif work == "pick":
                self.baskets[i] += 1
        today = self.weather[self.t]
        self.trees = tuple(night(tree, today) for tree in trees)
        self.t += 1
        note += {"S": " The sun shines.", "R": " It rains.", "F": " Frost falls."}[today]
        if sum(self.baskets) >= self.goal:
            return "The last basket is in.\n" + self.render(), 1.0, True, False, {}
        if self.t >= min(self.max_turns, DAYS):
            return note + " The season is over.\n" + self.render(), 0.0, False, True, {}
        return note + "\n" + self.render(), 0.0, False, False, {}

    def render(self):
        rows = [list(self.weather[self.t :])]
        for i, (stage, watered, covered) in enumerate(self.trees):
            marks = STAGES[stage] + ("~" if watered else ".") + ("^" if covered else ".")
            rows.append([NAMES[i], *marks, *"*" * self.baskets[i]])
        board = "\n".join(" ".join([*row, *"." * (DAYS - len(row))]) for row in rows)
        return "%s\nBaskets: %d of %d. Days left: %d." % (board, sum(self.baskets), self.goal, DAYS - self.t)

    def plan(self, trees, weather):
        """The works of a best season from here on."""
        words = []
        while weather:
            rest = weather[1:]
            found = works(weather, trees)
            work, i, trees = max(found, key=lambda w: (w[0] == "pick") + most(rest, tuple(sorted(w[2]))))
            words.append("%s %s" % (work, NAMES[i]))
            weather = rest
        return words

    def hint(self):
        ahead = self.plan(self.trees, self.weather[self.t :])[:5]
        return "The best that can follow begins: %s." % ", then ".join(ahead)

    def solution(self):
        words, left = self.plan(self.first, self.weather), self.goal
        for n, word in enumerate(words):
            left -= word.startswith("pick")
            if not left:
                return words[: n + 1]
        return words
