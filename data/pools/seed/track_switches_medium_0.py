import random, re
class CartAddCallSwitchesEnv:
    """Cart Add Call Switches
    Trams and stops at the cart add call."""
    def __init__(self, max_turns=10, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.plan = []
        while len(self.plan) != 7:
            n = rng.sample(["version", "warning", "cart", "call", "item", "stock"], 4)
            self.on = {x: rng.choice((True, False)) for x in n}
            self.trains, now, self.plan = rng.sample(n, 3), dict(self.on), []
            for k in self.trains:
                flips = [x for x in n[: n.index(k) + 1] if now[x] != (x == k)]
                self.plan += flips + ["go"]
                now.update({x: x == k for x in flips})
        return "Each tram takes the first stop that is in. Reply \\boxed{version} to turn it, \\boxed{go} to send. " + self.show(), {}
    def show(self):
        line = ", ".join(x + (" in" if on else " by") for x, on in self.on.items())
        return f"Yard: {line}. Coming: {' then '.join(self.trains)}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "No such choice. "
        if a in self.on:
            self.on[a] = not self.on[a]
            note = f"{a} turned. "
        elif a == "go":
            k = next((x for x in self.on if self.on[x]), "")
            if k != self.trains.pop(0):
                return "It went elsewhere.", 0.0, True, False, {}
            note = "That one is home. "
        if not self.trains:
            return "Solved.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return " then ".join(self.plan) + "."
    def solution(self):
        return self.plan
