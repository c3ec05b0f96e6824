// What the editor opens with when there is no program to fork: small, complete, and a game.
const SOURCE = `import random, re
class WarmerColderEnv:
    """Warmer, Colder
    Find the hidden number; each guess is told warmer or colder."""
    def __init__(self, max_turns=9):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.n, self.last = rng.randint(1, 100), None
        return "A number from 1 to 100 is hidden. Guess it with \\\\boxed{number}.", {}
    def step(self, action):
        m = re.search(r"\\\\boxed\\{\\s*(\\d+)\\s*\\}", action)
        if not m:
            return "Please guess with \\\\boxed{number}.", 0.0, False, False, {}
        far = abs(int(m.group(1)) - self.n)
        if far == 0:
            return "Found it.", 1.0, True, False, {}
        said = "Not it." if self.last is None else "Warmer." if far < self.last else "Not warmer."
        self.last = far
        return said + " Guess again.", 0.0, False, False, {}
    def hint(self):
        return f"it is {self.n}"
    def solution(self):
        return [str(self.n)]
`;

export const BLANK_PROGRAM = { source: SOURCE, title: "Your program", summary: "Change it below, then run it.", env_id: null, kind: "game" };
