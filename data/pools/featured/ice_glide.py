import random
import re
from collections import deque

SIZE = 9
MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class IceGlideEnv:
    """Penguin on the Ice
    Slide over a frozen lake, where nothing stops you but rocks and the shore, and catch all three fish."""

    def __init__(self, max_turns=18, **kwargs):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.plan = None
        while self.plan is None or not 9 <= len(self.plan) <= 13:
            cells = [(r, c) for r in range(SIZE) for c in range(SIZE)]
            rng.shuffle(cells)
            self.rocks = frozenset(cells[:11])
            self.start = (cells[11], frozenset(cells[12:15]))
            self.plan = self.search()
        self.at, self.fish = self.start
        self.t = 0
        return (
            "You are the penguin P on a frozen lake. Catch all three fish T within %d moves: you catch every "
            "fish you slide over. Once moving you cannot stop before a rock # or the shore. Each reply is one "
            "slide: \\boxed{go up}, \\boxed{go down}, \\boxed{go left} or \\boxed{go right}.\n%s"
            % (self.max_turns, self.render())
        ), {}

    def step(self, action):
        self.t += 1
        found = re.search(r"\\boxed\{\s*go\s+(up|down|left|right)\s*\}", action, re.IGNORECASE)
        if found:
            before = self.at, len(self.fish)
            self.at, self.fish = self.slide(self.at, self.fish, found.group(1).lower())
            caught = before[1] - len(self.fish)
            note = "You cannot move that way." if self.at == before[0] else "You glide."
            note = ("You catch %d fish!" % caught) if caught else note
        else:
            note = "Reply with \\boxed{go up}, \\boxed{go down}, \\boxed{go left} or \\boxed{go right}."
        if not self.fish:
            return "Every fish is caught: a feast!\n" + self.render(), 1.0, True, False, {}
        if self.t >= self.max_turns:
            return "The sun sets on the lake.\n" + self.render(), 0.0, False, True, {}
        return note + "\n" + self.render(), 0.0, False, False, {}

    def slide(self, at, fish, word):
        """Where a slide from `at` ends, and the fish that are still free then."""
        dr, dc = MOVES[word]
        ahead = (at[0] + dr, at[1] + dc)
        while 0 <= ahead[0] < SIZE and 0 <= ahead[1] < SIZE and ahead not in self.rocks:
            at, fish = ahead, fish - {ahead}
            ahead = (at[0] + dr, at[1] + dc)
        return at, fish

    def search(self):
        """The fewest slides that catch everything, or None."""
        came = {self.start: None}
        queue = deque([self.start])
        while queue:
            state = queue.popleft()
            if not state[1]:
                words = []
                while came[state]:
                    state, word = came[state]
                    words.append("go " + word)
                return words[::-1]
            for word in MOVES:
                after = self.slide(*state, word)
                if after not in came:
                    came[after] = (state, word)
                    queue.append(after)
        return None

    def letter(self, cell):
        if cell in self.rocks:
            return "#"
        return "P" if cell == self.at else "T" if cell in self.fish else "."

    def render(self):
        rows = [" ".join(self.letter((r, c)) for c in range(SIZE)) for r in range(SIZE)]
        left = "Fish left: %d. Moves left: %d." % (len(self.fish), self.max_turns - self.t)
        return "\n".join(rows) + "\n" + left

    def hint(self):
        half = [word.split()[1] for word in self.plan[: len(self.plan) * 2 // 3]]
        return "It can be done in %d slides from the start. They begin: %s." % (
            len(self.plan),
            ", ".join(half),
        )

    def solution(self):
        return list(self.plan)
