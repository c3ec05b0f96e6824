import random, re
class DoorThermostatEnv:
    """Door Thermostat
    Feed a boiler whose turns work late."""
    def __init__(self, max_turns=10, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.goal, self.leak = rng.randint(12, 20), rng.randint(1, 2)
        self.heat, self.held = self.goal - rng.randint(4, 9), 0
        self.sent = [self.leak] * 2
        return "The maker wants a steady boiler. Answer \\boxed{n}, 0 to 7 turns; each warms 1 degree, two hours late. " + self.show(), {}
    def show(self):
        sent, held = " ".join(str(n) for n in self.sent), f"Held {self.held} of 3"
        return f"Now {self.heat}, wanted {self.goal}, leak {self.leak}. Sent already: {sent}. {held}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "Not a usable reply. "
        if a.isdecimal() and len(a) == 1:
            self.sent.append(min(int(a), 7))
            self.heat += self.sent.pop(0) - self.leak
            self.held = self.held + 1 if self.heat == self.goal else 0
            note = "Sent turns. "
        if self.held == 3:
            return "Success.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Hour by hour: " + " ".join(self.solution()) + "."
    def solution(self):
        need, plan = self.goal - self.heat, []
        while len(plan) < self.max_turns:
            plan.append(str(min(need + self.leak, 7)))
            need -= int(plan[-1]) - self.leak
        end = next(i for i, n in enumerate(plan) if n == str(self.leak))
        return plan[:end + 2 + 3 - 1]
