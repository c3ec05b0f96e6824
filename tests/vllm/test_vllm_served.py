"""The endpoint engine against vLLM's own OpenAI-compatible server, both ways of asking."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.error import URLError

import pytest

from pipeline.assemble import load_chat
from pipeline.config_machines import EndpointSection
from pipeline.learner import load_policy
from pipeline.run_log import RunReader, read_meta
from pipeline.sampler import SamplingParams
from pipeline.sampler.message_format import MessageFormat
from pipeline.sampler.openai_engine import OpenAIEngine

sys.path.insert(0, str(Path(__file__).parent))

from vllm_helpers import TOLERANCE, largest_difference, train

START_S = 600
HELLO = [{"role": "user", "content": "Guess a number from 1 to 5."}]


@pytest.fixture(scope="module")
def url(tiny, tmp_path_factory):
    """Address of vLLM's server with the small model, named ``tiny`` there."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "vllm.entrypoints.openai.api_server", "--model", str(tiny)]
    command += ["--served-model-name", "tiny", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--dtype", "float32", "--enforce-eager", "--logprobs-mode", "processed_logprobs"]
    command += ["--generation-config", "vllm", "--max-num-seqs", "16"]
    quiet = {"VLLM_NO_USAGE_STATS": "1", "VLLM_CPU_KVCACHE_SPACE": "1"}
    with (tmp_path_factory.mktemp("vllm") / "server.log").open("w+") as log:
        server = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env={**os.environ, **quiet})
        try:
            _wait(f"http://127.0.0.1:{port}/v1/models", server, log)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            server.terminate()
            server.wait(60)


def _wait(address, server, log):
    end = time.monotonic() + START_S
    while True:
        try:
            return urllib.request.urlopen(address, timeout=5).close()
        except (URLError, OSError):
            if server.poll() is not None or time.monotonic() > end:
                log.seek(0)
                pytest.fail("the server did not start: " + log.read()[-2000:])
            time.sleep(0.5)


def test_token_ids_come_back_with_the_log_probs_of_the_policy(url, tiny):
    chat, model = load_chat(tiny), load_policy(tiny)
    made = OpenAIEngine(EndpointSection(base_url=url, model="tiny", api="tokens"), chat)
    prompts = [chat.encode(HELLO), chat.encode([{"role": "user", "content": "Write an environment."}])]
    completions = made.generate(prompts, SamplingParams(0.7, 40, chat.stop_ids), [1, 2])
    found = largest_difference(model, prompts, completions, 0.7)
    print(f"max |log-prob difference| to a forward pass here: {found:.2e}")
    assert found < TOLERANCE
    assert all(c.finish_reason == "length" or c.ids[-1] in chat.stop_ids for c in completions)
    assert made.usage.requests == 2


def test_messages_are_answered_counted_and_cut(url):
    chat = MessageFormat()
    made = OpenAIEngine(EndpointSection(base_url=url, model="tiny"), chat)
    (cut,) = made.generate([chat.encode(HELLO)], SamplingParams(1.0, 3, chat.stop_ids), [1])
    assert cut.counted is not None and cut.counted[1] <= 3
    endless = chat.encode([{"role": "user", "content": "word " * 20_000}])
    (none,) = made.generate([endless], SamplingParams(1.0, 8, chat.stop_ids), [1])
    assert (none.ids, none.finish_reason) == ((), "length")
    assert made.usage.uncounted == 0 and made.usage.prompt_tokens > 10


def test_a_run_designs_plays_and_scores_with_it(url, tiny, tmp_path):
    out = tmp_path / "run"
    arguments = ["--preset", "cpu-tiny", "--steps", 1, "--sampler.engine", "openai", "--out", out]
    arguments += ["--endpoint.base_url", url, "--endpoint.model", "tiny", "--endpoint.api", "tokens"]
    arguments += ["--model.path", tiny, "--designer.prompts", 2, "--play.seeds_per_env", 2]
    status, said = train(*arguments)
    assert status == 0, said
    assert "not trained" in said
    assert read_meta(out)["usage"]["requests"] > 8
    with RunReader(out) as run:
        assert run.problems == []
        (found,) = run.rows("select count(*) as designs, count(*) filter (where valid) as valid from designs")
        plays = run.rows("select arm, count(*) as n from plays group by arm order by arm")
    print(found, plays)
    assert found["designs"] == 8 and all(row["n"] > 0 for row in plays)
