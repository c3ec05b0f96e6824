import random, re
class SealBeachBoatEnv:
    """Seal Beach Boat
    The ranger has a boat for one at the seal beach."""
    def __init__(self, max_turns=8, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.names = rng.sample(["radio", "hair", "blood", "pup"], 3)
        self.foes = [(self.names[i], self.names[j]) for i, j in [(0, 1), (1, 2)]]
        self.plan = [" ".join(self.names[i] for i in go) or "nobody" for go in [[1], [], [0], [1], [2], [], [1]]]
        self.here, self.near = sorted(self.names), True
        return "Bring all to the far side; the boat takes you and up to one. Send \\boxed{radio} or \\boxed{nobody} to cross. " + self.show(), {}
    def show(self):
        far = [n for n in sorted(self.names) if n not in self.here]
        foes = ", ".join(f"{x} with {y}" for x, y in self.foes)
        lists = f"Near: {' '.join(self.here) or 'nobody'}. Far: {' '.join(far) or 'nobody'}."
        return f"{lists} Boat: {'near' if self.near else 'far'}. Never alone: {foes}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        go = [] if a == "nobody" else a.split()
        side = [n for n in self.names if (n in self.here) == self.near]
        note = "Not a usable reply. "
        if a and len(set(go)) == len(go) <= 1 and all(n in side for n in go):
            for x, y in self.foes:
                if x in side and y in side and not {x, y} & set(go):
                    return f"You left {x} with {y}.", 0.0, True, False, {}
            self.here = sorted(set(self.here) ^ set(go))
            self.near = not self.near
            note = "You cross. "
        if not self.here:
            return "Good work.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Crossings: " + ", ".join(self.plan) + "."
    def solution(self):
        return list(self.plan)
