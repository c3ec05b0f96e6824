import random, re
class MoneyRateTableFallingRowsEnv:
    """Money Rate Table Falling Rows
    Find the push that makes the wanted tile fall."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        tiles = rng.sample(range(1, 27), 5 * 2)
        self.rows = [tiles[i::5] for i in range(5)]
        self.plan = [str(r[0]) for r in self.rows[1:]]
        self.links = [f"{x} topples {y}" for r in self.rows for x, y in zip(r, r[1:])]
        self.free = sorted(r[0] for r in self.rows)
        return "The trader sets bank tiles in rows. Write \\boxed{number} to push a first tile; the rest of its row follows. " + self.show(), {}
    def show(self):
        free = " ".join(str(x) for x in self.free)
        keep, aim = self.rows[0][-1], self.rows[1][-1]
        return f"Free: {free}. {', '.join(self.links)}. Keep up {keep}. Next to fall: {aim}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        if a == str(self.rows[1][0]):
            gone = self.rows.pop(1)
            if len(self.rows) == 1:
                return "Well done.", 1.0, True, False, {}
            self.links = [x for x in self.links if int(x.split(" ")[0]) not in gone]
            self.free.remove(gone[0])
            note = "Correct. "
        elif a in [str(x) for x in self.free]:
            return "Another row went down.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "The pushes in order: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
