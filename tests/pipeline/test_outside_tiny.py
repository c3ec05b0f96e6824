"""Every outside benchmark on three items with the small model itself: served over HTTP, or in this process."""

from __future__ import annotations

import importlib.util
import json
import threading

import pytest

from pipeline.config import ROOT
from pipeline.evaluate import main as evaluate
from pipeline.outside_benchmarks import main
from tests.pipeline.endpoint_server import chat_reply, serving
from tests.pipeline.outside_samples import aime_file, calls_file, code_file, gpqa_file, needs_lm_eval

TINY = ROOT / "data" / "models" / "spade-tiny-base"
needs_gym = pytest.mark.skipif(
    importlib.util.find_spec("reasoning_gym") is None, reason="needs the 'evaluate' extra"
)
TOKENS = "24"


@pytest.fixture(scope="module")
def tiny():
    """(address of a server that answers with the small model, what it said in the order it said it)."""
    from pipeline.assemble import load_chat
    from pipeline.learner import load_policy
    from pipeline.sampler import SamplingParams
    from pipeline.sampler.torch_engine import TorchEngine
    from pipeline.torch_setup import configure_torch

    configure_torch(1, 0)
    engine, chat = TorchEngine(load_policy(TINY), max_rows=1), load_chat(TINY)
    said: list[str] = []
    one_at_a_time = threading.Lock()

    def answer(path, body):
        assert path == "/v1/chat/completions"
        params = SamplingParams(body["temperature"], body["max_tokens"], chat.stop_ids)
        with one_at_a_time:
            [done] = engine.generate([chat.encode(body["messages"])], params, [body.get("seed") or 0])
            text = chat.decode(done.ids)
            said.append(text)
        return 200, {}, chat_reply(text, "length" if done.finish_reason == "length" else "stop")

    with serving(answer) as script:
        yield f"{script.url}/chat/completions", said


def benchmark(name, file, tiny, out):
    """The file that three questions to the small model leave."""
    url, said = tiny
    said.clear()
    arguments = ["--data", str(file), "--url", url, "--model", "tiny", "--max-tokens", TOKENS]
    assert main([name, *arguments, "--out", str(out)]) == 0
    found = json.loads(out.read_text())
    assert found["questions"] == 3 == len(said)
    assert {row["reply"] for row in found["replies"]} == set(said) and any(said)
    assert all(0 <= value <= 1 for value in found["scores"].values())
    return found


@needs_lm_eval
def test_aime(tiny, tmp_path):
    found = benchmark("aime", aime_file(tmp_path / "aime.jsonl"), tiny, tmp_path / "out.json")
    assert [row["target"] for row in found["replies"]] == ["62", "94", "116"]


@needs_lm_eval
def test_gpqa_diamond(tiny, tmp_path):
    found = benchmark("gpqa_diamond", gpqa_file(tmp_path / "gpqa.csv"), tiny, tmp_path / "out.json")
    assert {row["filter"] for row in found["replies"]} == {"strict-match", "flexible-extract"}


def test_livecodebench(tiny, tmp_path):
    found = benchmark("livecodebench", code_file(tmp_path / "test.jsonl"), tiny, tmp_path / "out.json")
    assert [row["question_id"] for row in found["replies"]] == ["sum_a", "least_b", "echo_c"]
    assert all(row["passed"] or row["reason"] for row in found["replies"])


def test_bfcl(tiny, tmp_path):
    file = calls_file(tmp_path / "BFCL_v4_mixed.json")
    found = benchmark("bfcl", file, tiny, tmp_path / "out.json")
    assert [row["id"] for row in found["replies"]] == [
        "simple_python_0",
        "multiple_4",
        "live_parallel_multiple_2-0-1",
    ]
    again = benchmark("bfcl", file, tiny, tmp_path / "again.json")
    assert again == found, "the same seed asks for the same replies"


@needs_gym
@pytest.mark.parametrize("served", [False, True])
def test_reasoning_gym_at_hard_settings(served, tiny, tmp_path, capsys):
    from pipeline.outside_hard import HARD_SETTINGS

    file = tmp_path / "settings.json"
    file.write_text(json.dumps({task: dict(HARD_SETTINGS[task]) for task in ("chain_sum", "gcd", "ab")}))
    model = ["--model", "tiny", "--url", tiny[0]] if served else ["--model", str(TINY)]
    arguments = [*model, "--suite", "reasoning_gym_hard", "--settings", str(file), "--max-tokens", TOKENS]
    assert evaluate([*arguments, "--episodes", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("over 3 episodes")
    assert [line.split(" | ")[0] for line in lines[-3:]] == ["| ab", "| chain_sum", "| gcd"]


@needs_gym
def test_a_server_that_does_not_answer_is_one_sentence(tmp_path, capsys):
    file = tmp_path / "settings.json"
    file.write_text('{"gcd": {}}')
    arguments = ["--suite", "reasoning_gym_hard", "--settings", str(file), "--episodes", "1"]
    assert evaluate([*arguments, "--model", "m", "--url", "ftp://nowhere"]) == 2
    error = capsys.readouterr().err
    assert "--url ftp://nowhere cannot be used" in error and error.count("\n") == 1
