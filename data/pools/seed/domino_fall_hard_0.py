import random, re
class ExchangeDeskRulesTilesEnv:
    """Exchange Desk Rules Tiles
    Follow effects back to their cause at the exchange desk rules."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        tiles = rng.sample(range(1, 22), 4 * 4)
        self.rows = [tiles[i::4] for i in range(4)]
        self.plan = [str(r[0]) for r in self.rows[1:]]
        self.links = [f"{x} tips {y}" for r in self.rows for x, y in zip(r, r[1:])]
        self.free = sorted(r[0] for r in self.rows)
        rng.shuffle(self.links)
        return "The seller sets price tiles in rows. Reply \\boxed{number} to push a first tile; the rest of its row follows. " + self.show(), {}
    def show(self):
        free = " ".join(str(x) for x in self.free)
        keep, aim = self.rows[0][-1], self.rows[1][-1]
        return f"You reach: {free}. {', '.join(self.links)}. Do not fell {keep}. Now fell: {aim}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a == str(self.rows[1][0]):
            gone = self.rows.pop(1)
            if len(self.rows) == 1:
                return "Good work.", 1.0, True, False, {}
            self.links = [x for x in self.links if int(x.split(" ")[0]) not in gone]
            self.free.remove(gone[0])
            note = "Good. "
        elif a in [str(x) for x in self.free]:
            return "That was not its row.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return f"Start with {self.plan[0]}, go on with {' and '.join(self.plan[1:])}."
    def solution(self):
        return list(self.plan)
