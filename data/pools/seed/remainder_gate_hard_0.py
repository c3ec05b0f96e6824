import random, re
class TrainWhistleBridgeGatesEnv:
    """Train Whistle Bridge Gates
    Walk through the gates of the train whistle bridge with a growing number."""
    def __init__(self, max_turns=7, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        ways = []
        while not (len(ways) == 1 < sum((self.n + c) % self.gates[0] == 0 for c in self.bag)):
            self.n = rng.randint(2, 9)
            self.gates = [rng.choice([3, 4, 6]) for i in range(4)]
            self.bag = rng.sample(range(1, 10), 6)
            ways = self.ways(self.n, self.gates, self.bag)
        self.s = [str(c) for c in ways[0]]
        return "The listener lets only multiples of the next gate through. Send \\boxed{6} to add a token. " + self.show(), {}
    def ways(self, n, gates, bag):
        if not gates:
            return [[]]
        fit = [c for c in bag if (n + c) % gates[0] == 0]
        return [[c] + w for c in fit for w in self.ways(n + c, gates[1:], [x for x in bag if x != c])]
    def show(self):
        gates = " ".join(map(str, self.gates))
        return f"Your number is {self.n}. Gates: {gates}. Chips: {' '.join(map(str, self.bag))}."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\boxed\{(.*?)\}", action)
        a = m.group(1).strip().lower() if m else ""
        note = "That is not possible. "
        if a in map(str, self.bag):
            self.bag.remove(int(a))
            self.n += int(a)
            if self.n % self.gates[0]:
                return f"{self.n} does not open it.", 0.0, True, False, {}
            self.gates = self.gates[1:]
            note = "Through. "
        if not self.gates:
            return "All done, you win.", 1.0, True, False, {}
        return note + self.show(), 0.0, False, self.t >= self.max_turns, {}
    def hint(self):
        return "The tokens in order: " + ", ".join(self.s) + "."
    def solution(self):
        return list(self.s)
