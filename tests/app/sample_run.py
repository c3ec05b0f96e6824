"""Writes small but genuine run logs for the explorer's tests: real programs, really played.

Three little mechanics with theme words; the transcripts come from running the programs, so a replay in
the browser must reproduce them. The map is laid out by hand, which keeps UMAP out of the app's tests.
"""

from __future__ import annotations

import hashlib
import json
import math
import random
from pathlib import Path
from typing import Any

import pyarrow as pa

from pipeline.run_log import RunWriter, write_atomic, write_table

RANGE = '''import random, re
class {Name}RangeEnv:
    """{Noun} weight
    Find the weight of the {noun} between 1 and {top} from heavier and lighter replies."""
    def __init__(self, max_turns={turns}, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.secret = rng.randint(1, {top})
        return "The {noun} weighs between 1 and {top} grams. Reply like \\\\boxed{{3}}.", {{}}
    def step(self, action):
        self.t += 1
        m = re.search(r"\\\\boxed\\{{(.*?)\\}}", action)
        a = m.group(1).strip() if m else ""
        if a == str(self.secret):
            return "Balanced: the {noun} weighs exactly that.", 1.0, True, False, {{}}
        over = self.t >= self.max_turns
        if not a.isdigit():
            return "Reply with a number like \\\\boxed{{3}}.", 0.0, over, False, {{}}
        word = "heavier" if int(a) < self.secret else "lighter"
        return "The {noun} is " + word + " than " + a + " grams.", 0.0, over, False, {{}}
    def hint(self):
        return "the {noun} weighs " + str(self.secret) + " grams"
    def solution(self):
        return [str(self.secret)]
'''

LAMPS = '''import random, re
class {Name}LampsEnv:
    """{Noun} lamps
    Light every lamp over the {noun} by flipping one letter at a time."""
    def __init__(self, max_turns={turns}, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.row = [rng.random() < 0.5 for i in range(4)]
        self.row[rng.randrange(4)] = False
        return self.show("Light every lamp over the {noun}. Flip one with \\\\boxed{{a}}."), {{}}
    def show(self, text):
        return text + " " + " ".join("abcd"[i] + "=" + ("on" if v else "off") for i, v in enumerate(self.row))
    def step(self, action):
        self.t += 1
        m = re.search(r"\\\\boxed\\{{(.*?)\\}}", action)
        a = m.group(1).strip().lower() if m else ""
        if len(a) == 1 and a in "abcd":
            self.row["abcd".index(a)] ^= True
        if all(self.row):
            return self.show("The {noun} is bright:"), 1.0, True, False, {{}}
        return self.show("Lamps now:"), 0.0, self.t >= self.max_turns, False, {{}}
    def hint(self):
        return "flip " + " ".join(self.solution())
    def solution(self):
        return ["abcd"[i] for i in range(4) if not self.row[i]]
'''

WALK = '''import random, re
class {Name}WalkEnv:
    """{Noun} walk
    Walk over the field to the {noun} by compass directions."""
    def __init__(self, max_turns={turns}, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.x, self.y = rng.randint(1, 3), rng.randint(-3, -1)
        return self.show("Walk to the {noun}. Move with \\\\boxed{{east}} or another compass word."), {{}}
    def show(self, text):
        return text + " It lies " + str(self.x) + " east and " + str(-self.y) + " north of you."
    def step(self, action):
        self.t += 1
        m = re.search(r"\\\\boxed\\{{(.*?)\\}}", action)
        a = m.group(1).strip().lower() if m else ""
        dx, dy = {{"east": (1, 0), "west": (-1, 0), "south": (0, 1), "north": (0, -1)}}.get(a, (0, 0))
        self.x, self.y = self.x - dx, self.y - dy
        if self.x == 0 and self.y == 0:
            return "You stand at the {noun}.", 1.0, True, False, {{}}
        return self.show("You walk " + (a or "nowhere") + "."), 0.0, self.t >= self.max_turns, False, {{}}
    def hint(self):
        return "walk " + " ".join(self.solution())
    def solution(self):
        return ["east"] * self.x + ["north"] * -self.y
'''

MECHANICS = (
    ("Mathematical Reasoning", RANGE, "Weights and balances", (-0.6, 0.5)),
    ("Logical Deduction", LAMPS, "Rows of lamps", (0.6, 0.4)),
    ("Spatial Reasoning", WALK, "Walks across a field", (0.0, -0.6)),
)
NOUNS = ("barrel", "comet", "lantern", "orchid", "glacier", "bridge", "whale", "clock", "harbour", "turnip")
GUESSES = {"Mathematical Reasoning": [str(n) for n in range(1, 13)], "Logical Deduction": list("abcdx")}
PLAYS_PER_ARM = 8
CORPUS = "sample-passages.jsonl"
"""Beside the run; holds the passages of the first :data:`PASSAGES` steps."""
PASSAGES = 6


def make_program(mechanic: int, noun: str, rng: random.Random) -> tuple[str, str]:
    """Skill and source of one program."""
    skill, source, _, _ = MECHANICS[mechanic]
    words = {"Name": noun.title(), "Noun": noun.title(), "noun": noun, "top": rng.randint(8, 12)}
    return skill, source.format(turns=rng.randint(5, 7), **words)


def play(source: str, skill: str, seed: int, arm: str, rng: random.Random) -> dict[str, Any]:
    """One played episode as a row of the ``plays`` table."""
    names: dict[str, Any] = {}
    exec(source, names)
    random.seed(seed)
    env = next(value for name, value in names.items() if name.endswith("Env"))()
    first, _ = env.reset(seed)
    hint, plan = env.hint(), env.solution()
    steps, done = [], False
    while not done:
        clever = rng.random() < (0.8 if arm == "hint" else 0.25)
        legal = GUESSES.get(skill, ["north", "south", "east", "west"])
        action = plan[len(steps)] if clever and len(steps) < len(plan) else rng.choice(legal)
        observation, reward, done, _, _ = env.step(f"\\boxed{{{action}}}")
        steps.append(
            {
                "action": f"\\boxed{{{action}}}",
                "observation": observation,
                "reward": reward,
                "terminated": done,
                "truncated": False,
            }
        )
    return {
        "arm": arm,
        "seed": seed,
        "steps": steps,
        "first_observation": first,
        "hint": hint if arm == "hint" else None,
        "return": steps[-1]["reward"],
        "outcome": "won" if steps[-1]["reward"] >= 0.5 else "lost",
        "turns": len(steps),
        "prompt_tokens": 90,
        "completion_tokens": 6 * len(steps),
    }


def design_row(
    run_id: str, step: int, attempt: int, rng: random.Random
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """One valid design with its plays."""
    mechanic = rng.randrange(len(MECHANICS))
    noun = rng.choice(NOUNS)
    skill, source = make_program(mechanic, noun, rng)
    env_id = f"{run_id}-{step}-{attempt}"
    hard = attempt == 0 and step % 2 == 1
    plays = []
    for index in range(PLAYS_PER_ARM):
        for arm in ("plain", "hint"):
            row = play(source, skill, 1000 * step + 10 * attempt + index, arm, rng)
            if hard and arm == "plain":
                row |= {"return": 0.0, "outcome": "lost"}
            plays.append({"play_id": f"{env_id}-{arm}-{index}", "env_id": env_id, "step": step, **row})
    mean = {
        arm: sum(p["return"] for p in plays if p["arm"] == arm) / PLAYS_PER_ARM for arm in ("plain", "hint")
    }
    title, summary = (line.strip().strip('"') for line in source.splitlines()[2:4])
    regret = mean["hint"] - mean["plain"]
    quadrant = "frontier" if regret > 0.2 else "mastered" if mean["plain"] > 0.5 else "intractable"
    design = {
        "env_id": env_id,
        "step": step,
        "attempt": attempt,
        "kind": "game",
        "skill": skill,
        "difficulty": rng.choice(("easy", "medium", "hard")),
        "title": title,
        "summary": summary,
        "code": source,
        "code_sha256": hashlib.sha256(source.encode()).hexdigest(),
        "lines": source.count("\n"),
        "imports": ["random", "re"],
        "max_turns": 6,
        "first_observation": plays[0]["first_observation"],
        "hint_text": plays[1]["hint"],
        "hint_source": "program",
        "doc_id": f"corpus-{step:03d}",
        "parent_ids": [f"{run_id}-{step - 1}-1"] if step else [],
        "policy_version": step,
        "valid": True,
        "solvable": "unknown" if hard and step % 4 == 3 else "proved",
        "random_win_rate": 0.05,
        "n_plain": PLAYS_PER_ARM,
        "n_hint": PLAYS_PER_ARM,
        "return_plain": mean["plain"],
        "return_hint": mean["hint"],
        "solve_rate_plain": mean["plain"],
        "solve_rate_hint": mean["hint"],
        "regret": regret,
        "regret_se": 0.1,
        "quadrant": quadrant,
        "turns_mean": sum(p["turns"] for p in plays) / len(plays),
        "designer_reward": regret,
        "novelty": 0.4,
        "browser_verdict": "exact",
        "check_parse": "pass",
        "check_solvable": "fail" if hard and step % 4 == 3 else "pass",
        "check_tools": "skip",
        "reward_regret": regret,
    }
    return design, plays


def write_map(path: Path, designs: list[dict[str, Any]], rng: random.Random) -> None:
    """A hand-made map: each mechanic a cloud of its own, coarse topic = mechanic, one fine topic each."""
    skills = [mechanic[0] for mechanic in MECHANICS]
    topic = [skills.index(design["skill"]) for design in designs]
    ids = [design["env_id"] for design in designs]
    angle = [rng.uniform(0, 2 * math.pi) for _ in ids]
    centre = [MECHANICS[t][3] for t in topic]
    points = {
        "env_id": ids,
        "x": pa.array(
            [c[0] + 0.28 * math.cos(a) * rng.random() for c, a in zip(centre, angle, strict=True)],
            pa.float32(),
        ),
        "y": pa.array(
            [c[1] + 0.28 * math.sin(a) * rng.random() for c, a in zip(centre, angle, strict=True)],
            pa.float32(),
        ),
        "topic": pa.array(topic, pa.int32()),
        "topic_coarse": pa.array(topic, pa.int32()),
        "neighbors": [[other for other in ids if other != own][:3] for own in ids],
        "neighbor_similarity": [[0.9, 0.8, 0.7][: len(ids) - 1] for _ in ids],
    }
    topics = [
        {"topic": t, "level": level, "parent": t if level else None, "label": m[2], "keyphrases": [m[2].lower()],
         "size": topic.count(t), "x": m[3][0], "y": m[3][1],
         "top": m[3][1] + 0.28}
        for level in (0, 1)
        for t, m in enumerate(MECHANICS)
    ]  # fmt: skip
    write_table(path / "map/points.parquet", pa.table(points))
    write_table(path / "map/topics.parquet", pa.Table.from_pylist(topics))
    write_atomic(path / "map/meta.json", b'{"map_version": 1, "projection": "by-hand", "method": "by hand"}')


def passage_line(step: int) -> str:
    """The passage that designs of ``step`` are grounded in, as a line of the corpus."""
    text = f"The keeper of gauge {step} writes the tide down <b>twice</b> a day."
    return json.dumps({"id": f"corpus-{step:03d}", "text": text, "source": "us", "subject": "tides"}) + "\n"


def write_sample_run(
    path: Path, *, run_id: str, steps: int = 6, per_step: int = 3, seed: int = 0, with_map: bool = True
) -> list[dict[str, Any]]:
    """Write a complete run under ``path`` and return its valid designs; each step also rejects one design."""
    rng = random.Random(seed)
    writer = RunWriter.create(
        path,
        {
            "run_id": run_id,
            "title": f"Sample {run_id}",
            "preset": "cpu-tiny",
            "config": {"corpus": {"enabled": True, "path": CORPUS}},
            "started": "2026-01-01",
        },
    )
    kept: list[dict[str, Any]] = []
    for step in range(steps):
        made = [design_row(run_id, step, attempt, rng) for attempt in range(per_step)]
        designs = [design for design, _ in made]
        plays = [row for _, rows in made for row in rows]
        rejected = {
            "env_id": f"{run_id}-{step}-{per_step}", "step": step, "attempt": per_step, "kind": "game",
            "skill": "Optimization", "code": "class BrokenEnv:\n    def reset(self", "valid": False,
            "verdict_stage": "parse", "verdict_reason": "line 2: the parenthesis is never closed",
        }  # fmt: skip
        means = {arm: sum(d[f"return_{arm}"] for d in designs) / len(designs) for arm in ("plain", "hint")}
        update = {
            "step": step, "policy_version": step, "optimizer_step": step, "loss": 0.1, "entropy": 1.0,
            "kl_reference": 0.01, "grad_norm": 0.5, "designs": per_step + 1, "valid": per_step,
            "return_plain": means["plain"], "return_hint": means["hint"], "regret": means["hint"] - means["plain"],
            "seconds_design": 3.0, "seconds_validate": 1.0, "seconds_play": 5.0, "seconds_learn": 4.0,
            "seconds_total": 13.0,
        }  # fmt: skip
        writer.write_step(step, designs=[*designs, rejected], plays=plays, updates=[update])
        kept += designs
    writer.finish("complete")
    write_atomic(path / CORPUS, "".join(passage_line(step) for step in range(PASSAGES)).encode())
    if with_map:
        write_map(path, kept, rng)
    return kept
