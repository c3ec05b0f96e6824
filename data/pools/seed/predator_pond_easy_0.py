import random, re
class KnifeFoodChainEnv:
    """Knife Food Chain
    Effects alternate along a chain of eaters."""
    def __init__(self, max_turns=5, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.season, self.webs = 0, []
        for i in range(3):
            web, want = rng.sample(["beetle", "tadpole", "eel", "perch", "midge", "otter"], 4), rng.choice(["more"])
            aim = rng.randrange(2, 4)
            good = web[aim - 1::-2] if want == "more" else web[aim - 2::-2]
            facts = [f"{x} hunts {y}" for x, y in zip(web, web[1:])]
            self.webs.append([facts, f"{want} {web[aim]}", [n for n in good if n in web[:aim]], web])
        return "The counter keeps a pond. An eater keeps its food rare. Send \\boxed{name} of the one above it to take out. " + self.show(), {}
    def show(self):
        facts, wish, good, web = self.webs[self.season]
        return f"Pond {self.season + 1} of 3: {', '.join(facts)}. Make {wish}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        facts, wish, good, web = self.webs[self.season]
        note = "Please use the format. "
        if a in good:
            self.season += 1
            note = "Yes. "
        elif a in web:
            return "That worked the other way.", 0.0, True, False, {}
        if self.season == 3:
            return "Well done.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "In turn: " + ", ".join(self.solution()) + "."
    def solution(self):
        return [w[2][0] for w in self.webs]
