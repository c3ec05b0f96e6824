"""Environment programs in the published style and the published layouts they come in, for the importer tests."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import spade_env

GAME = '''class {name}Env:
    """{title}
    Measure the gauges along a river and name the highest."""

    def __init__(self, max_turns=12, **kwargs):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.levels = {{name: rng.randint(10, 99) for name in ("mill", "weir", "ford", "lock", "quay", "dock")}}
        self.readings = defaultdict(int)
        self.goal = max(self.levels, key=lambda name: (self.levels[name], name))
        self.turn = 0
        total = sum(self.levels.values())
        return (
            "Six gauges stand along a river, {total} together: dock, ford, lock, mill, quay, weir. Measure one with "
            "\\\\boxed{{measure mill}}, then name the highest and its level, as in \\\\boxed{{highest mill 42}}."
        ).replace("{total}", str(total)), {{}}

    def step(self, action: str) -> Tuple[str, float, bool, bool, Dict]:
        self.turn += 1
        over = self.turn >= self.max_turns
        match = re.search(r"\\\\boxed\\{{(.*?)\\}}", action)
        words = match.group(1).split() if match else []
        if len(words) == 2 and words[0] == "measure" and words[1] in self.levels:
            self.readings[words[1]] += 1
            return f"The gauge {{words[1]}} stands at {{self.levels[words[1]]}}.", 0.0, False, over, {{}}
        if len(words) == 3 and words[0] == "highest":
            won = words[1] == self.goal and words[2] == str(self.levels[self.goal])
            return ("That is the highest." if won else "That is not so."), float(won), True, False, {{}}
        return "Measure a gauge or name the highest.", 0.0, False, over, {{}}
'''

TOOLS = """import random
import json

class ShopOrder{name}MTEnv(ToolUseBaseEnv):
    def reset(self, seed=None):
        self.turn_count = 0
        self._call_history = []
        if seed is not None:
            random.seed(seed)
        item = random.choice(["lamp", "chair", "desk", "rug"])
        amount = random.randint(2, 9)
        self._state = {{"stock": ["lamp", "chair", "desk", "rug"], "cart": {{}}, "placed": False}}
        self._tools = {{
            "add_to_cart": {{
                "description": "Put an amount of one item into the cart.",
                "parameters": {{
                    "type": "object",
                    "properties": {{"item": {{"type": "string"}}, "amount": {{"type": "integer"}}}},
                    "required": ["item", "amount"],
                }},
            }},
            "place_order": {{"description": "Order it.", "parameters": {{"type": "object", "properties": {{}}}}}},
        }}
        self._user_messages = [f"Put {{amount}} of the item {{item}} into my cart.", "Now place the order."]
        self._message_criteria = [lambda s: s["cart"].get(item) == amount, lambda s: s["placed"]]
        self._current_msg = 0
        self._expected_answer = "done"
        return f"User: {{self._user_messages[0]}} Finish with <answer>done</answer>.", {{}}

    def tool_add_to_cart(self, item, amount):
        if item not in self._state["stock"]:
            return "Error: no such item." + self._advance_if_done()
        self._state["cart"][item] = amount
        return f"The cart holds {{amount}} of {{item}}." + self._advance_if_done()

    def tool_place_order(self):
        self._state["placed"] = bool(self._state["cart"])
        return ("Order placed." if self._state["placed"] else "The cart is empty.") + self._advance_if_done()
"""

ALIKE = GAME.replace("{total} together", "some metres together")
"""Passes every check but diversity: all that differs between instances is hidden."""

LONE = "class BrokenEnv:\n    def reset(self"
"""Does not parse."""


def game(name: str) -> str:
    """A game whose class is ``<name>Env`` and whose title is ``name``."""
    return GAME.replace("{total}", "TOTAL").format(name=name, title=name).replace("TOTAL", "{total}")


def alike(name: str) -> str:
    return ALIKE.replace("{total}", "TOTAL").format(name=name, title=name).replace("TOTAL", "{total}")


def tools(name: str) -> str:
    """A tool-use environment of three classes' length, as the published ones are written."""
    return TOOLS.format(name=name)


def sha256(code: str | bytes) -> str:
    return hashlib.sha256(code.encode() if isinstance(code, str) else code).hexdigest()


def pool_row(number: int, code: str, skill: str) -> dict[str, Any]:
    """A row of the published pool table."""
    return {
        "game_id": f"game_{number:06d}",
        "file_name": f"game_{number:06d}.py",
        "original_file_name": f"game_{number * 128:04d}_{skill}.py",
        "skill": skill,
        "sha256": sha256(code),
        "line_count": len(code.splitlines()),
        "byte_count": len(code.encode()),
        "code": code,
    }


def pool_rows() -> list[dict[str, Any]]:
    return [
        pool_row(0, tools("Retail"), "state_modification"),
        pool_row(1, game("RiverGauges"), "mathematical_reasoning"),
        pool_row(2, LONE, "optimization"),
    ]


def write_table(file: Path, rows: list[dict[str, Any]]) -> Path:
    """``rows`` in the form that the file's suffix names."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.suffix == ".parquet":
        pq.write_table(pa.Table.from_pylist(rows), file)
    elif file.suffix == ".jsonl":
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    else:
        with file.open("w", encoding="utf-8", newline="") as text:
            writer = csv.DictWriter(text, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    return file


def write_files(root: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def write_pool(root: Path) -> Path:
    """The published game pool: ``games/``, ``manifest.jsonl``, ``checksums.sha256`` and a dataset card."""
    games = {
        "game_000000_logical_deduction.py": game("Ferry"),
        "game_000001_optimization.py": game("Harbour"),
    }
    lines = [
        {"game_id": name[:11], "file_name": name, "skill": name[12:-3], "sha256": sha256(code)}
        for name, code in games.items()
    ]
    return write_files(
        root,
        {f"games/{name}": code for name, code in games.items()}
        | {
            "manifest.jsonl": "".join(json.dumps(line) + "\n" for line in lines),
            "checksums.sha256": "".join(f"{sha256(code)}  games/{name}\n" for name, code in games.items()),
            "README.md": "---\nlicense: apache-2.0\npretty_name: A pool of games\n---\n# A pool\n",
        },
    )


def run_entry(step: int, index: int, slug: str, generation: int, **more: Any) -> dict[str, Any]:
    """An entry of a run set's manifest."""
    name = f"game_{step:05d}_{index:03d}_{slug}.py"
    return {
        "generation": f"gen_{generation:04d}",
        "step": step,
        "filename": name,
        "skill": slug.replace("_", " ").title(),
        "difficulty": "medium",
        "path_in_dataset": f"games/gen_{generation:04d}/{name}",
        "has_hint": False,
        "reward_joined": False,
        "n_plays": 0,
        **more,
    }


def write_run_set(root: Path, games: Iterable[dict[str, Any]]) -> Path:
    """A run set whose programs are games named after their place."""
    listed = list(games)
    summary = {
        "n_games": len(listed),
        "step_max": max((entry["step"] for entry in listed), default=0),
        "wandb_run_name": "river-run",
        "model": "/data/models/Qwen3-30B-A3B-Instruct-2507",
    }
    files = {entry["path_in_dataset"]: game(f"Game{n}") for n, entry in enumerate(listed)}
    return write_files(root, files | {"manifest.json": json.dumps({"summary": summary, "games": listed})})


def write_tool_use_set(root: Path, runs: Mapping[str, int]) -> Path:
    """A tool-use set with ``runs[name]`` environments of each source run, at steps 0, 16, 32, ..."""
    entries, files = [], {}
    for run, count in runs.items():
        for n in range(count):
            name = f"game_{16 * n:05d}_000_tool_selection.py"
            files[f"environments/{run}/{name}"] = tools(f"{run.title().replace('-', '')}{n}")
            entries.append(
                {"source_run": run, "model_scale": run[:2].upper(), "recipe": "glory", "file": name,
                 "skill": "Tool Selection" if n else None, "step": 16 * n, "mean_reward": None,
                 "solve_rate": None, "reward_joined": False}
            )  # fmt: skip
    return write_files(root, files | {"manifest.json": json.dumps(entries)})


def write_training_output(root: Path) -> Path:
    """What the published training code leaves behind after two rounds of writing environments."""
    first, second = "game_00000_000_spatial_reasoning.py", "game_00004_001_causal_inference.py"
    memory = [
        {"game_file": f"/scratch/games/{first}", "skill": "Spatial Reasoning", "code_snippet": "class",
         "actor_win_rate": 0.25, "regret": -0.125, "rollout_id": 0, "metadata": {}}
    ]  # fmt: skip
    return write_files(
        root,
        {
            f"cache/step_00000/{first}": game("Maze"),
            f"cache/step_00000/{first[:-3]}_hint.txt": "Follow the left wall.\n",
            f"cache/step_00004/{second}": game("Circuit"),
            f"games/{second}": game("Circuit"),
            "cache/env_memory.json": json.dumps(memory),
            "games_rejected/reject_4_2_optimization_env_validator.py": game("Depot"),
            "games_rejected/reject_4_2_optimization_env_validator.reason.txt": "cannot be\nwon",
            "games/rejected/rej_r4_g3_a1_optimization.py": LONE,
        },
    )


@pytest.mark.parametrize("source, kind", [(game("RiverGauges"), "game"), (tools("Retail"), "tool_use")])
def test_sample_programs_are_environments_of_the_published_kind(source: str, kind: str) -> None:
    program = spade_env.load(source)
    episode = spade_env.Episode(program, 3)
    assert (program.kind, episode.fault) == (kind, None)
    assert not program.has_hint and not program.has_solution
    assert episode.first_observation != spade_env.Episode(program, 4).first_observation
