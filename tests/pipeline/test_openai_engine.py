"""The engine for OpenAI-compatible endpoints, over real HTTP, and whole runs with a model behind one."""

from __future__ import annotations

import json
import math
import threading

import pytest

from pipeline.config import ConfigError, build_config
from pipeline.config_sections import EndpointSection
from pipeline.learner import LearnerError
from pipeline.run_cli import main, open_sandbox
from pipeline.run_log import RunReader, read_meta
from pipeline.sampler import SamplerError, SamplingParams
from pipeline.sampler.endpoint import Pace
from pipeline.sampler.message_format import MessageFormat, read
from pipeline.sampler.openai_engine import OpenAIEngine
from tests.pipeline.endpoint_server import chat_reply, serving
from tests.pipeline.loop_harness import distinct_games, one_step, save_micro_model, small_config

CHAT = MessageFormat()
PARAMS = SamplingParams(0.6, 40, CHAT.stop_ids)
HELLO = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Grüße, \U0001f642?"}]


def engine(url: str, chat=CHAT, waits: list[float] | None = None, **options) -> OpenAIEngine:
    section = EndpointSection(base_url=url, model="scripted", **options)
    return OpenAIEngine(section, chat, sleep=(waits if waits is not None else []).append)


def test_messages_go_out_as_they_are_and_text_comes_back():
    with serving(lambda path, body: (200, {}, chat_reply("fine – thanks"))) as script:
        made = engine(script.url, price_in=2.0, price_out=10.0)
        (done,) = made.generate([CHAT.encode(HELLO)], PARAMS, [2**40 + 7])
    (path, body, headers) = script.requests[0]
    assert path == "/v1/chat/completions"
    assert body == {
        "model": "scripted",
        "messages": HELLO,
        "temperature": 0.6,
        "top_p": 1.0,
        "max_tokens": 40,
        "seed": 7,
    }
    assert "authorization" not in headers
    assert CHAT.decode(done.ids) == "fine – thanks"
    assert (done.finish_reason, done.policy_version, done.counted) == ("stop", 0, (10, 5))
    assert all(math.isnan(x) for x in done.logprobs) and len(done.logprobs) == len(done.ids)
    assert (made.stats.prompt_tokens, made.stats.sampled_tokens) == (10, 5)
    assert made.usage.as_dict() == {
        "requests": 1,
        "retries": 0,
        "uncounted": 0,
        "prompt_tokens": 10,
        "completion_tokens": 5,
        "cost": pytest.approx((10 * 2 + 5 * 10) / 1e6),
    }


def test_rows_are_asked_together_and_answered_in_order():
    meet = threading.Barrier(3, timeout=20)  # three requests must be in flight at once

    def answer(path, body):
        meet.wait()
        return 200, {}, chat_reply(body["messages"][0]["content"] * 2)

    prompts = [CHAT.encode([{"role": "user", "content": letter}]) for letter in "abc"]
    with serving(answer) as script:
        done = engine(script.url, concurrency=3).generate(prompts, PARAMS, [1, 2, 3])
    assert [CHAT.decode(completion.ids) for completion in done] == ["aa", "bb", "cc"]


def troubled(*troubles):
    """Each trouble once, then a good reply."""
    left = list(troubles)
    return lambda path, body: left.pop(0) if left else (200, {}, chat_reply("at last"))


@pytest.mark.parametrize(
    "trouble",
    [
        (429, {"retry-after": "7"}, {"error": {"message": "slow down"}}),
        (500, {}, b"oops"),
        (503, {}, {}),
        (200, {}, b"{not json"),
        (200, {}, {"choices": []}),
        (200, {}, {"choices": [{"finish_reason": "stop"}]}),
        (200, {"content-length": "999"}, b"{}"),
    ],
)
def test_what_may_pass_is_tried_again(trouble):
    waits: list[float] = []
    with serving(troubled(trouble)) as script:
        made = engine(script.url, waits=waits, timeout_s=0.5)
        (done,) = made.generate([CHAT.encode(HELLO)], PARAMS, [0])
    assert CHAT.decode(done.ids) == "at last"
    assert made.usage.retries == 1 and made.usage.requests == 1
    assert waits == [7.0] if trouble[0] == 429 else 0.5 <= waits[0] <= 1.0


def test_a_silent_endpoint_is_given_up_after_the_tries_it_was_given():
    hold, waits = threading.Event(), []

    def answer(path, body):
        hold.wait(5)
        return 200, {}, chat_reply("too late")

    with serving(answer) as script:
        made = engine(script.url, waits=waits, timeout_s=0.1, retries=2)
        with pytest.raises(
            SamplerError, match=r"no usable reply in 3 tries \(the last: no reply within 0.1 s"
        ):
            made.generate([CHAT.encode(HELLO)], PARAMS, [0])
        hold.set()
    assert len(script.requests) == 3
    assert 0.5 <= waits[0] <= 1 <= waits[1] <= 2  # backoff doubles, shaken by up to half


def test_nobody_listening_is_one_sentence():
    made = engine("http://127.0.0.1:9/v1", retries=0)
    with pytest.raises(SamplerError, match=r"gave no usable reply in 1 tries .*ConnectError"):
        made.generate([CHAT.encode(HELLO)], PARAMS, [0])


def test_a_refusal_is_not_tried_again_and_never_repeats_the_key(monkeypatch):
    monkeypatch.setenv("SCRIPT_KEY", "sk-very-secret")
    told = {"error": {"message": "bad key sk-very-secret"}}
    with serving(lambda path, body: (401, {}, told)) as script:
        made = engine(script.url, api_key_env="SCRIPT_KEY")
        with pytest.raises(SamplerError) as caught:
            made.generate([CHAT.encode(HELLO)], PARAMS, [0])
    assert script.requests[0][2]["authorization"] == "Bearer sk-very-secret"
    assert len(script.requests) == 1
    assert "status 401: bad key [key]" in str(caught.value) and "secret" not in str(caught.value)


def test_a_missing_key_is_named_before_anything_is_sent(monkeypatch):
    monkeypatch.delenv("SCRIPT_KEY", raising=False)
    with pytest.raises(SamplerError, match="SCRIPT_KEY, but that environment variable is not set"):
        engine("http://127.0.0.1:9/v1", api_key_env="SCRIPT_KEY")


def test_a_prompt_beyond_the_context_ends_for_length():
    told = {"error": {"message": "This model's maximum context length is 10 tokens", "code": 400}}
    with serving(lambda path, body: (400, {}, told)) as script:
        (done,) = engine(script.url).generate([CHAT.encode(HELLO)], PARAMS, [0])
    assert (done.ids, done.finish_reason) == ((), "length")


def test_a_cut_reply_ends_for_length_and_uncounted_replies_are_said_to_be():
    with serving(lambda path, body: (200, {}, chat_reply("cut", "length", None))) as script:
        made = engine(script.url)
        (done,) = made.generate([CHAT.encode(HELLO)], PARAMS, [0])
    assert done.finish_reason == "length" and CHAT.decode(done.ids) == "cut"
    assert made.usage.uncounted == 1 and made.usage.prompt_tokens == 0


def test_calls_taken_out_of_a_reply_are_put_back():
    call = {
        "id": "1",
        "type": "function",
        "function": {"name": "pack", "arguments": '{"item": {"name": "é"}}'},
    }
    with serving(lambda path, body: (200, {}, chat_reply(None, tool_calls=[call]))) as script:
        (done,) = engine(script.url).generate([CHAT.encode(HELLO)], PARAMS, [0])
    inside = CHAT.decode(done.ids).partition("<tool_call>")[2].partition("</tool_call>")[0]
    assert json.loads(inside) == {"name": "pack", "arguments": {"item": {"name": "é"}}}


@pytest.mark.parametrize("thinking", [True, False])
def test_the_thinking_switch_is_sent_where_asked_for(thinking):
    with serving(lambda path, body: (200, {}, chat_reply("x"))) as script:
        made = engine(script.url, send_thinking=True, limit_field="max_completion_tokens")
        made.generate([CHAT.encode(HELLO, thinking=thinking)], PARAMS, [0])
    body = script.requests[0][1]
    assert body["chat_template_kwargs"] == {"enable_thinking": thinking}
    assert body["max_completion_tokens"] == 40 and "max_tokens" not in body


def test_requests_keep_to_both_limits_per_minute():
    now, waits = [0.0], []

    def sleep(seconds):
        waits.append(seconds)
        now[0] += seconds

    pace = Pace(60, 600, clock=lambda: now[0], sleep=sleep)
    for tokens in (5, 50, 5):  # one second each by requests, the second five by tokens
        pace.wait(tokens)
    assert waits == [1.0, 5.0]


def test_the_message_format_gives_back_what_it_was_given():
    talk = CHAT.dialogue(HELLO, tools=[{"name": "pack"}], thinking=True)
    first = read(talk.ids)[0]
    assert first[0]["content"].startswith("Be brief.\n\n") and '{"name": "pack"}' in first[0]["content"]
    assert first[1] == HELLO[1]
    reply = [*b"<think>\nhm\n</think>\n\nyes", 256]
    assert CHAT.answer(CHAT.decode(reply)) == "yes"
    talk.observe(reply, "<|im_end|>next")
    assert read(talk.ids) == (
        [*first, {"role": "assistant", "content": "yes"}, {"role": "user", "content": "next"}],
        True,
    )
    with pytest.raises(ValueError, match="belongs to no message"):
        read([258, 999, 256, 259])


class TestTokens:
    """``endpoint.api = tokens``: what vLLM's completions take and give."""

    @pytest.fixture
    def chat(self, tmp_path):
        from pipeline.assemble import load_chat

        return load_chat(save_micro_model(tmp_path))

    @staticmethod
    def reply(chat, said, **choice):
        ids = [*chat.tokenizer(said, add_special_tokens=False).input_ids, chat.end_id]
        usage = {"prompt_tokens": 3, "completion_tokens": len(ids)}
        logprobs = {"token_logprobs": [-0.5] * len(ids)}
        given = {"text": said, "finish_reason": "stop", "token_ids": ids, "logprobs": logprobs, **choice}
        return {"choices": [given], "usage": usage}

    def test_ids_go_out_and_come_back_with_log_probs(self, chat):
        prompt = chat.encode(HELLO)
        with serving(lambda path, body: (200, {}, self.reply(chat, "right you are"))) as script:
            params = SamplingParams(0.6, 40, chat.stop_ids)
            (done,) = engine(script.url, chat, api="tokens").generate([prompt], params, [3])
        path, body, _ = script.requests[0]
        assert path == "/v1/completions"
        assert body["prompt"] == prompt and body["return_token_ids"] is True
        assert body["stop_token_ids"] == list(chat.stop_ids)
        assert chat.decode(done.ids) == "right you are" and done.ids[-1] == chat.end_id
        assert done.logprobs == (-0.5,) * len(done.ids) and done.counted is None

    @pytest.mark.parametrize(
        ("choice", "sentence"),
        [({"token_ids": None}, "gives no token ids"), ({"text": "something else"}, "another text")],
    )
    def test_endpoints_that_cannot_are_told_from_those_that_can(self, chat, choice, sentence):
        with serving(lambda path, body: (200, {}, self.reply(chat, "x", **choice))) as script:
            made = engine(script.url, chat, api="tokens")
            with pytest.raises(SamplerError, match=sentence):
                made.generate([chat.encode(HELLO)], PARAMS, [0])


@pytest.mark.parametrize(
    ("section", "sentence"),
    [
        ({"base_url": "127.0.0.1:8000", "model": "m"}, "starts with http://"),
        ({"base_url": "http://me:key@host/v1", "model": "m"}, "without user, password"),
        ({"model": "m"}, "needs endpoint.base_url"),
        ({"base_url": "http://127.0.0.1:8000/v1"}, "needs endpoint.model"),
    ],
)
def test_unusable_endpoints_are_refused_in_one_sentence(section, sentence):
    with pytest.raises(ConfigError, match=sentence):
        build_config({"sampler": {"engine": "openai"}, "endpoint": section})


def play_by_the_script(path, body):
    """The scripted policy of the loop tests, spoken to over HTTP."""
    first = body["messages"][0]["content"]
    shown = "<|user|>" + "".join(m["content"] + "<|end|>" for m in body["messages"])
    assert first
    return 200, {}, chat_reply(distinct_games(shown, body["seed"]), usage=(100, 20))


def test_a_whole_run_designs_plays_and_scores_and_says_nothing_was_trained(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("SCRIPT_KEY", "sk-very-secret")
    with serving(play_by_the_script) as script:
        options = {
            "--steps": "2",
            "--sampler.engine": "openai",
            "--endpoint.base_url": script.url,
            "--endpoint.model": "scripted",
            "--endpoint.api_key_env": "SCRIPT_KEY",
            "--endpoint.price_out": "50",
            "--designer.prompts": "1",
            "--designer.tool_use_share": "0",
            "--play.seeds_per_env": "1",
            "--corpus.enabled": "false",
            "--validator.known_pool": "",
            "--model.path": "nowhere",
            "--run.threads": "1",
        }
        arguments = [part for pair in options.items() for part in pair]
        assert main([*arguments, "--dry-run"]) == 0
        assert "not trained; nothing is loaded here" in capsys.readouterr().out
        assert main([*arguments, "--out", str(tmp_path / "run")]) == 0
    meta = read_meta(tmp_path / "run")
    assert meta["status"] == "complete" and meta["model"] == "scripted"
    assert meta["usage"]["requests"] == len(script.requests)
    assert meta["usage"]["cost"] == pytest.approx(len(script.requests) * 20 * 50 / 1e6)
    with RunReader(tmp_path / "run") as run:
        updates = run.rows("select * from updates order by step")
        plays = run.rows("select * from plays")
        designs = run.rows("select * from designs")
    assert [row["policy_version"] for row in updates] == [0, 0]
    assert [row["optimizer_step"] for row in updates] == [0, 0]
    for name in ("loss", "loss_designer", "loss_agent", "kl_sampler", "grad_norm", "learning_rate"):
        assert [row[name] for row in updates] == [None, None]
    assert any(row["valid"] for row in designs) and plays
    assert {row["policy_version"] for row in plays} == {0}
    assert all(row["completion_tokens"] == 20 * row["turns"] for row in plays)
    assert any(row["regret"] is not None and row["regret"] > 0 for row in designs)
    everything = b"".join(f.read_bytes() for f in (tmp_path / "run").rglob("*") if f.is_file())
    assert b"very-secret" not in everything
    said = capsys.readouterr().err
    assert "policy version 0, no losses" in said and "very-secret" not in said


def test_what_was_used_is_part_of_what_a_resumed_run_takes_over(tmp_path):
    from pipeline.assemble import assemble

    with serving(play_by_the_script) as script:
        config = small_config(
            tmp_path / "none",
            sampler={"engine": "openai"},
            endpoint={"base_url": script.url, "model": "scripted"},
            designer={"prompts": 1},
            memory={"enabled": False},
        )
        with open_sandbox(config) as sandbox:
            made = assemble(config, "test", sandbox, None)
            one_step(made, 0)
            again = assemble(config, "test", sandbox, None)
            again.learner.load_state_bytes(made.learner.state_bytes())
    assert again.sampler.usage.requests == len(script.requests) > 2
    with pytest.raises(LearnerError, match="not that of a run"):
        again.learner.load_state_bytes(b"weights")


def test_a_run_whose_endpoint_falls_silent_fails_in_one_sentence(tmp_path, capsys):
    answers = iter(range(3))

    def answer(path, body):
        return (
            play_by_the_script(path, body) if next(answers, None) is not None else (403, {}, {"error": "no"})
        )

    with serving(answer) as script:
        arguments = ["--sampler.engine", "openai", "--endpoint.base_url", script.url, "--endpoint.model", "m"]
        arguments += ["--designer.prompts", "1", "--corpus.enabled", "false", "--steps", "1"]
        arguments += ["--validator.known_pool", ""]
        assert main([*arguments, "--run.threads", "1", "--out", str(tmp_path / "run")]) == 1
    meta = read_meta(tmp_path / "run")
    assert meta["status"] == "failed" and "refused a request (status 403: no)" in meta["problem"]
    assert "failed after 0 steps" in capsys.readouterr().err
