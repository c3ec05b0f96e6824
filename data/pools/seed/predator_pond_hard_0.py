import random, re
class IronFoodChainEnv:
    """Iron Food Chain
    Effects alternate along a chain of eaters."""
    def __init__(self, max_turns=6, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.season, self.webs = 0, []
        for i in range(4):
            web, want = rng.sample(["heron", "beetle", "stork", "perch", "algae", "otter", "tadpole", "shrimp"], 6), rng.choice(["more", "fewer"])
            aim = rng.randrange(2, 6)
            good = web[aim - 1::-2] if want == "more" else web[aim - 2::-2]
            facts = [f"{x} takes {y}" for x, y in zip(web, web[1:])]
            rng.shuffle(facts)
            self.webs.append([facts, f"{want} {web[aim]}", [n for n in good if n in web[:aim]], web])
        return "In the pond of the cement works each eater keeps its food down. Send \\boxed{name} of the one above it to take out. " + self.show(), {}
    def show(self):
        facts, wish, good, web = self.webs[self.season]
        return f"Pond {self.season + 1} of 4: {', '.join(facts)}. Make {wish}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        facts, wish, good, web = self.webs[self.season]
        note = "Not a usable reply. "
        if a in good:
            self.season += 1
            note = "Right. "
        elif a in web:
            return "The pond tips over.", 0.0, True, False, {}
        if self.season == 4:
            return "That is it, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "Take out " + ", then ".join(self.solution()) + "."
    def solution(self):
        return [w[2][0] for w in self.webs]
