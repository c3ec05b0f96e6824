import heapq
import itertools
import random
import re

SIZE = 7
MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
CLOCKWISE = {"up": "right", "right": "down", "down": "left", "left": "up"}


class RotatingSokobanEnv:
    """Rotating Sokoban
    Push three boxes onto three targets within 25 turns while the whole grid turns 90 degrees every three turns."""

    def __init__(self, max_turns=25, **kwargs):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        inner = [(r, c) for r in range(1, SIZE - 1) for c in range(1, SIZE - 1)]
        middle = [(r, c) for r, c in inner if 1 < r < SIZE - 2 and 1 < c < SIZE - 2]
        self.boxes = frozenset(rng.sample(middle, 3))
        free = [cell for cell in inner if cell not in self.boxes]
        rng.shuffle(free)
        self.targets = frozenset(free[:3])
        self.player = free[3]
        border = [(r, c) for r in range(SIZE) for c in range(SIZE) if (r, c) not in inner]
        self.walls = frozenset(border + free[4:6])
        self.start = (self.player, self.boxes)
        self.t = 0
        self.plan = ()
        goal = (
            "Push all three boxes (B) onto the targets (T) within %d turns. # is wall, P is you, * is a box on "
            "a target, + is you on a target. You can push one box, never pull. After every third turn the whole "
            "grid, you included, turns 90 degrees clockwise. Each reply is one move: \\boxed{go up}, "
            "\\boxed{go down}, \\boxed{go left} or \\boxed{go right}." % self.max_turns
        )
        return goal + "\n" + self.view(), {}

    def step(self, action):
        found = re.search(r"\\boxed\{\s*go\s+(up|down|left|right)\s*\}", action, re.IGNORECASE)
        self.t += 1
        if found:
            note = self.move(self.to_fixed(found.group(1).lower()))
        else:
            note = "Reply with one of \\boxed{go up}, \\boxed{go down}, \\boxed{go left}, \\boxed{go right}."
        if self.boxes == self.targets:
            return "Solved: every box is on a target.\n" + self.view(), 1.0, True, False, {}
        if self.t % 3 == 0:
            note += " The grid turns."
        if self.t >= self.max_turns:
            return "Out of turns.\n" + self.view(), 0.0, False, True, {}
        return note.strip() + "\n" + self.view(), 0.0, False, False, {}

    def to_fixed(self, word):
        # The board stays still in memory and only the view turns. In a view turned k times clockwise the
        # board's own "up" points k quarter turns clockwise, so the player's word is turned back k times.
        turned = (self.t - 1) // 3 % 4
        for _ in range(-turned % 4):
            word = CLOCKWISE[word]
        return word

    def move(self, word):
        after = self.moved(self.player, self.boxes, word)
        if after is None:
            return "Blocked."
        pushed = after[1] != self.boxes
        self.player, self.boxes = after
        return "You push a box." if pushed else "You step."

    def moved(self, player, boxes, word):
        dr, dc = MOVES[word]
        ahead = (player[0] + dr, player[1] + dc)
        if ahead in self.walls:
            return None
        if ahead not in boxes:
            return ahead, boxes
        beyond = (ahead[0] + dr, ahead[1] + dc)
        if beyond in self.walls or beyond in boxes:
            return None
        return ahead, boxes - {ahead} | {beyond}

    def letter(self, cell):
        if cell in self.walls:
            return "#"
        if cell == self.player:
            return "+" if cell in self.targets else "P"
        if cell in self.boxes:
            return "*" if cell in self.targets else "B"
        return "T" if cell in self.targets else "."

    def grid(self):
        rows = [[self.letter((r, c)) for c in range(SIZE)] for r in range(SIZE)]
        for _ in range(self.t // 3 % 4):
            rows = [list(column) for column in zip(*rows[::-1])]
        return "\n".join("".join(row) for row in rows)

    def view(self):
        return "%s\nTurns left: %d. The grid turns in %d." % (
            self.grid(),
            self.max_turns - self.t,
            3 - self.t % 3,
        )

    def render(self):
        return self.view()

    def hint(self):
        plan = self.solution()
        if plan is None:
            return "Keep boxes out of corners, and decide first which box belongs to which target."
        return "This deal can be solved in %d turns. It starts: %s." % (len(plan), ", ".join(plan[:9]))

    def solution(self):
        """The shortest list of replies from the start of this deal, or None if none was found within the bounds."""
        if self.plan == ():
            self.plan = self.search()
        return self.plan

    def search(self, limit=60000):
        cost = {self.start: 0}
        came = {}
        count = itertools.count()
        heap = [(self.lower_bound(self.start[1]), next(count), self.start)]
        while heap and len(cost) < limit:
            estimate, _, state = heapq.heappop(heap)
            player, boxes = state
            if boxes == self.targets:
                return self.spell(state, came)
            g = cost[state]
            if estimate > g + self.lower_bound(boxes):
                continue
            for word in MOVES:
                after = self.moved(player, boxes, word)
                if after is None or g + 1 >= cost.get(after, self.max_turns + 1):
                    continue
                f = g + 1 + self.lower_bound(after[1])
                if f <= self.max_turns:
                    cost[after] = g + 1
                    came[after] = (state, word)
                    heapq.heappush(heap, (f, next(count), after))
        return None

    def lower_bound(self, boxes):
        # Every push moves one box one cell, so the cheapest matching of boxes to targets never overestimates.
        return min(
            sum(abs(b[0] - t[0]) + abs(b[1] - t[1]) for b, t in zip(boxes, order))
            for order in itertools.permutations(self.targets)
        )

    def spell(self, state, came):
        words = []
        while state in came:
            state, word = came[state]
            words.append(word)
        words.reverse()
        said = []
        for t, word in enumerate(words):
            for _ in range(t // 3 % 4):
                word = CLOCKWISE[word]
            said.append("go " + word)
        return said
