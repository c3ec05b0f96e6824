import random, re
class TicketRoomsEnv:
    """Ticket Rooms
    Find room for all boxes; none is to spare."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.names = rng.sample(["leader", "round", "pile", "goal"], 4)
        bins = self.names + [rng.choice(self.names) for i in range(6 - 4)]
        load = sorted((rng.randint(1, 12), n) for n in bins)
        self.items, self.plan = [v for v, n in load], [n for v, n in load]
        self.room = {n: sum(v for v, b in load if b == n) for n in self.names}
        return "The boxes of the work week record just fit. Place each where it has room. Reply \\boxed{leader} to put the next one there. " + self.show(), {}
    def show(self):
        room = ", ".join(f"{n} {r}" for n, r in self.room.items())
        then = " ".join(map(str, self.items[1:])) or "none"
        return f"Room: {room}. Now: {self.items[0]}. Then: {then}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No room there. " if a in self.room else "No such choice. "
        if self.room.get(a, 0) >= self.items[0]:
            self.room[a] -= self.items.pop(0)
            note = f"Placed. "
        if not self.items:
            return "Good work.", 1.0, True, False, {}
        if self.items[0] > max(self.room.values()):
            return f"The next one fits nowhere.", 0.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "In turn: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
