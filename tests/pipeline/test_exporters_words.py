"""What the exporters say: why a selection left nothing, examples in the README of an export, sizes on a card."""

from __future__ import annotations

import ast
import re

import pytest
import spade_env

from pipeline.exporters.__main__ import main
from pipeline.exporters.card import size_category
from pipeline.run_log import RunWriter
from tests.pipeline.test_exporters import POOLS, design, export, program


def test_a_run_without_proofs_and_programs_without_skill_say_so(tmp_path, capsys):
    path = tmp_path / "bare"
    writer = RunWriter.create(path, {"run_id": "bare-s0", "title": "Bare", "seeds": {"run": 0}})
    kinds = [design(4, 0, skill=None, solvable="unknown"), design(4, 1, skill=None, solvable="refuted")]
    writer.write_step(0, designs=kinds, plays=[], updates=[])
    for option, value, says in (
        ("--solvable", "proved", "the values of solvable are refuted, unknown"),
        ("--skill", "zzz", "they have no skill"),
    ):
        assert main(["hf", str(path), "--out", str(tmp_path / "out"), option, value]) == 2
        said = f"pipeline.exporters: no environment of {path} has {option} {value}; {says}\n"
        assert capsys.readouterr().err == said


def test_a_pool_without_skills_says_so(tmp_path, capsys):
    (tmp_path / "pool").mkdir()
    (tmp_path / "pool" / "plain.py").write_text(program("Plain"))
    for options, says in (
        (["--skill", "zzz"], "has --skill zzz; they have no skill"),
        (["--kind", "tool_use"], "has --kind tool_use; the values of kind are game"),
    ):
        assert main(["hf", str(tmp_path / "pool"), "--out", str(tmp_path / "out"), *options]) == 2
        assert capsys.readouterr().err.endswith(f"{says}\n")


@pytest.mark.parametrize("target", ["gymnasium", "openenv"])
@pytest.mark.parametrize("kind", ["game", "tool_use"])
def test_the_reply_in_the_readme_is_one_its_first_environment_understands(target, kind, tmp_path):
    folder = export(target, POOLS / "seed", tmp_path / "out", "--kind", kind, "--limit", "1")
    readme = (folder / "README.md").read_text(encoding="utf-8")
    [written] = re.findall(r"env\.step\((?:SpadeAction\(reply=)?(.*?)\)+\n", readme)
    reply = ast.literal_eval(written)
    [program_file] = folder.rglob("programs/*.py")
    shown = (
        spade_env.Episode(spade_env.load(program_file.read_text(encoding="utf-8")), 0).act(reply).observation
    )
    if kind == "game":
        assert reply == r"\boxed{...}"
    else:
        assert reply.startswith("<tool_call>") and "No tool call" not in shown and "nvalid" not in shown


@pytest.mark.parametrize("kind", ["game", "tool_use"])
def test_the_command_in_the_readme_takes_a_kind_that_is_there(kind, tmp_path):
    folder = export("verifiers", POOLS / "seed", tmp_path / "out", "--kind", kind, "--limit", "1")
    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"--env\.taskset\.kind (\w+)", readme) == [kind]


@pytest.mark.parametrize("tools", ["[]", '[{"function": {"name": "look", "parameters": 3}}]', '{"look": 1}'])
def test_tools_that_make_no_call_leave_the_answer_as_the_example(tools, tmp_path):
    writer = RunWriter.create(tmp_path / "odd", {"run_id": "odd-s0", "title": "Odd", "seeds": {"run": 0}})
    writer.write_step(0, designs=[design(0, 0, kind="tool_use", tools=tools)], plays=[], updates=[])
    readme = export("gymnasium", tmp_path / "odd", tmp_path / "out") / "README.md"
    assert "env.step('<answer>...</answer>')" in readme.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("rows", "word"), [(999, "n<1K"), (1000, "1K<n<10K"), (50_728, "10K<n<100K"), (2_000_000, "1M<n<10M")]
)
def test_sizes_have_the_hubs_words(rows, word):
    assert size_category(rows) == word
