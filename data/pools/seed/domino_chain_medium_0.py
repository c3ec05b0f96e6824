import random, re
class OilTrapOfficeDominoRowEnv:
    """Oil Trap Office Domino Row
    The planner lays tiles whose ends match."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        n = rng.sample("123456789", 9)
        way = n[:5]
        way.insert(1, way[1])
        self.s = way[1:]
        tiles = list(zip(way, way[1:])) + [(n[0], n[5]), (n[1], n[6]), (n[2], n[7])]
        self.tiles = ["-".join(rng.sample(t, 2)) for t in rng.sample(tiles, len(tiles))]
        self.end, self.more = way[0], len(self.s)
        return "Lay a domino chain for the planner; the halves that touch are alike. Send \\boxed{2}, the other half of the tile. " + self.show(), {}
    def show(self):
        return f"End: {self.end}. Dominoes: {' '.join(self.tiles)}. Lay {self.more} more."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        for tile in (f"{self.end}-{a}", f"{a}-{self.end}"):
            if tile in self.tiles:
                self.tiles.remove(tile)
                self.more -= 1
                note = f"Laid. "
                self.end = a
                break
        if self.more == 0:
            return "Good work.", 1.0, True, False, {}
        if not any(self.end in t for t in self.tiles):
            return "Nothing fits any more.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Lay " + ", then ".join(self.s) + "."
    def solution(self):
        return list(self.s)
