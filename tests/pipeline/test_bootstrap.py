"""The base model's data and training, in miniature, through the seams the loop uses."""

from __future__ import annotations

import copy
import json
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
import torch
from spade_env import Episode
from transformers import AutoModelForCausalLM, AutoTokenizer

from pipeline.bootstrap import attention
from pipeline.bootstrap.__main__ import _parser, main
from pipeline.bootstrap.dataset import (
    WEIGHTS,
    Bank,
    ExampleStream,
    batches,
    expert_replies,
    read_passages,
)
from pipeline.bootstrap.evaluate_base import evaluate
from pipeline.bootstrap.mechanics import load_mechanics
from pipeline.bootstrap.model_card import write_card
from pipeline.bootstrap.train_base import (
    Trainer,
    TrainOptions,
    loss_of,
    make_model,
    make_tokenizer,
    save_model,
)
from pipeline.chat import ChatFormat
from pipeline.learner import load_policy
from pipeline.prompts import agent_messages, extract_program
from pipeline.sampler import SamplingParams
from pipeline.sampler.torch_engine import TorchEngine

PASSAGES = Path(__file__).parents[2] / "data/corpus/passages.jsonl"


@pytest.fixture(scope="module")
def passages():
    return read_passages(PASSAGES)


@pytest.fixture(scope="module")
def trained(passages, tmp_path_factory):
    """A few steps of training, stopped and resumed once."""
    work = tmp_path_factory.mktemp("work")
    first = Trainer(passages, TrainOptions(max_steps=2, tokens=1024, tokenizer_programs=300), work)
    first.run()
    second = Trainer(passages, TrainOptions(max_steps=20, tokens=1024), work, resume=True)
    assert second.step == 2
    assert all(
        torch.equal(a, b) for a, b in zip(first.model.parameters(), second.model.parameters(), strict=True)
    )
    second.run()
    return second


@pytest.fixture(scope="module")
def stream(passages, trained):
    bank = Bank(passages, random.Random(1), pool_size=60)
    chat = ChatFormat(trained.tokenizer)
    return ExampleStream(bank, chat, design_share=0.3, drill_share=0.2, max_tokens=1024)


def _trained_text(stream, example, weight):
    """Texts of the runs of tokens that carry ``weight``."""
    texts, run = [], []
    for token, own in zip(example.ids, np.isclose(example.weights, weight), strict=True):
        if own:
            run.append(int(token))
        elif run:
            texts.append(stream.chat.decode(run))
            run = []
    return [*texts, stream.chat.decode(run)] if run else texts


def test_training_writes_a_model_that_loads_and_a_curve(trained):
    latest = trained.work / "latest"
    model = AutoModelForCausalLM.from_pretrained(latest)
    tokenizer = AutoTokenizer.from_pretrained(latest)
    assert (latest / "model.safetensors").stat().st_size <= 15e6
    assert 2e6 <= sum(p.numel() for p in model.parameters()) <= 4e6
    assert model.get_input_embeddings().weight is model.get_output_embeddings().weight
    assert model.config.max_position_embeddings == 2048
    assert (
        tokenizer.decode(tokenizer("self.lo = 12\n        return").input_ids)
        == "self.lo = 12\n        return"
    )
    rows = [json.loads(line) for line in (trained.work / "training_log.jsonl").read_text().splitlines()]
    assert rows[-1]["step"] == 20 and rows[-1]["loss"] < np.log(len(tokenizer))


@pytest.mark.parametrize("text", ["k r o", "y l r o h w", "a = f, i = m", "3 1 4"])
def test_what_stands_apart_stays_apart(trained, text):
    tokens = trained.tokenizer(text).input_ids
    letters = [trained.tokenizer.decode([token]).strip() for token in tokens]
    assert max(map(len, letters)) <= 1


def test_words_are_the_same_tokens_with_and_without_a_space(trained, passages):
    tokenizer = trained.tokenizer
    space = tokenizer(" ").input_ids
    for noun in {noun for passage in passages for noun in passage["nouns"]}:
        assert tokenizer(" " + noun).input_ids == space + tokenizer(noun).input_ids
    assert len(tokenizer("1984").input_ids) == 4
    assert len(tokenizer("\n            ").input_ids) == 1


def test_designs_train_on_the_program_and_never_show_the_negative_mechanic(stream):
    for _ in range(10):
        example = stream.design()
        (program,) = _trained_text(stream, example, WEIGHTS["program"])
        compile(extract_program(program, "compact"), "program", "exec")
        assert "Design " in stream.chat.decode(example.ids)
    bank = stream.bank
    same, cards = 0, 0
    for name in [name for name, m in bank.mechanics.items() if m.kind == "game"] * 6:
        target = bank.render(name, "easy")
        request = bank.design_request(target)
        own = {entry.card.code for entry in bank.pool[name]}
        assert request.skill == target.mechanic.skill and request.difficulty == "easy"
        assert not {card.code for card in request.negatives} & own
        assert target.card not in request.positives
        cards += bool(request.positives)
        same += any(card.code in own for card in request.positives)
    assert 0.45 < same / cards < 0.75


def test_plays_train_on_expert_replies_only(stream):
    seen = 0
    while seen < 12:
        example = stream.play()
        if example is None:
            continue
        seen += 1
        for reply in _trained_text(stream, example, WEIGHTS["reply"]):
            assert "\\boxed{" in reply or "<tool_call>" in reply or "<answer>" in reply
        assert example.ids[0] == stream.chat.encode([{"role": "user", "content": ""}])[0]


def test_drills_can_be_answered_from_the_prompt(stream):
    for _ in range(50):
        example = stream.drill()
        text = stream.chat.decode(example.ids)
        for reply in _trained_text(stream, example, WEIGHTS["drill"]):
            for word in reply.removeprefix("\\boxed{").removesuffix("}").split():
                assert word in text.split(reply)[0]


def test_the_stream_is_a_function_of_its_seed(passages, stream):
    def first(seed):
        bank = Bank(passages, random.Random(seed), pool_size=60)
        again = ExampleStream(bank, stream.chat, design_share=0.3, drill_share=0.2, max_tokens=1024)
        return [next(iter(again)).ids.tolist() for _ in range(6)]

    assert first(5) == first(5) != first(6)


def test_batches_stay_within_their_tokens(stream):
    groups = batches(iter(stream), random.Random(0), tokens=1500, pool=4)
    for _ in range(6):
        group = next(groups)
        assert len(group) == 1 or len(group) * max(map(len, group)) <= 1500


def test_experts_win_plain_and_hinted_episodes(passages):
    bank = Bank(passages, random.Random(3), pool_size=60)
    for name, mechanic in load_mechanics().items():
        program = bank.render(name, "medium").program
        for hinted in (False, True):
            episode = Episode(program, 7)
            hint = episode.hint() if hinted else None
            assert agent_messages(episode.observation, mechanic.kind, episode.tools(), "compact", hint)
            assert all(own for _, own in expert_replies(mechanic, episode, hint, random.Random(0)))
            assert episode.outcome == "won", (name, hinted)


def test_blocked_attention_is_causal_attention():
    torch.manual_seed(0)
    q, k, v = (torch.randn(2, 3, 2 * attention.BLOCK + 17, 16) for _ in range(3))
    out, _ = attention.blocked_causal(torch.nn.Module(), q, k, v, None, scaling=16**-0.5)
    expected = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    assert torch.allclose(out.transpose(1, 2), expected, atol=1e-5)
    with pytest.raises(ValueError, match="right padding"):
        attention.blocked_causal(torch.nn.Module(), q, k, v, torch.zeros(1), scaling=1.0)


def test_replicas_share_weights_and_average_their_gradients(passages, tmp_path):
    """Two threads on half a batch each make the gradient that one model makes on the mean of the halves."""
    options = TrainOptions(size="micro", tokenizer_programs=30)
    trainer = Trainer(passages[:20], options, tmp_path)
    stream = ExampleStream(
        trainer.bank, ChatFormat(trainer.tokenizer), design_share=0.0, drill_share=1.0, max_tokens=400
    )
    source = iter(stream)
    halves = [[next(source)], [next(source), next(source)]]
    alone = copy.deepcopy(trainer.model)
    main_model, other = trainer._replicas
    for replica, half in zip(trainer._replicas, halves, strict=True):
        loss_of(replica, half)[0].backward()
    trainer._merge_gradients()
    (sum(loss_of(alone, half)[0] for half in halves) / 2).backward()
    for merged, expected in zip(main_model.parameters(), alone.parameters(), strict=True):
        assert expected.grad.abs().max() > 0
        assert torch.allclose(
            merged.grad, expected.grad, rtol=1e-2, atol=1e-6 + 1e-3 * expected.grad.abs().max()
        )
    assert all(parameter.grad is None for parameter in other.parameters())
    with ThreadPoolExecutor(2) as pool:
        trainer._apply_gradients(pool)
    for own, shared, before in zip(
        main_model.parameters(), other.parameters(), alone.parameters(), strict=True
    ):
        assert torch.equal(own, shared) and not torch.equal(own, before)


@pytest.mark.parametrize(("size", "millions"), [("micro", (0.8, 1.3)), ("tiny", (2, 4)), ("small", (6, 8))])
def test_every_size_is_what_it_is_called_and_samples(trained, size, millions):
    model = make_model(trained.tokenizer, size).eval()
    assert len(trained.tokenizer) == TrainOptions().vocabulary
    assert millions[0] <= sum(p.numel() for p in model.parameters()) / 1e6 <= millions[1]
    prompt = trained.tokenizer("the lamp and the cup").input_ids
    (completion,) = TorchEngine(model).generate([prompt], SamplingParams(1.0, 4, (-1,)), [7])
    with torch.no_grad():
        logits = model(torch.tensor([[*prompt, *completion.ids]])).logits[0, len(prompt) - 1 : -1]
    expected = logits.log_softmax(-1).gather(1, torch.tensor(completion.ids)[:, None])[:, 0]
    assert torch.allclose(torch.tensor(completion.logprobs), expected, atol=1e-3) and len(expected) == 4


def test_an_untrained_model_can_be_evaluated_and_described(trained, passages, tmp_path):
    result = evaluate(trained.model.eval(), trained.tokenizer, passages[:20], designs=2, per_mechanic=1)
    assert result.designs == 2 and result.validity == 0.0
    assert sum(played for _, played in result.wins["hint"].values()) == len(load_mechanics())
    save_model(trained.model, trained.tokenizer, tmp_path, "bfloat16")
    options = {"size": "micro", "minutes": 86.0, "seed": 3, "threads": 1, "dtype": "bfloat16"}
    (tmp_path / "training.json").write_text(json.dumps(options))
    (tmp_path / "evaluation.json").write_text(json.dumps(result.as_json()))
    (tmp_path / "training_log.jsonl").write_text((trained.work / "training_log.jsonl").read_text())
    write_card(tmp_path)
    card = (tmp_path / "README.md").read_text()
    assert (
        "| valid | 0.0% |" in card
        and "--size micro --minutes 86 --seed 3 --threads 1 --dtype bfloat16`" in card
        and "one core of a virtual machine" in card
        and f"{sum(p.numel() for p in trained.model.parameters()):,} (bfloat16)" in card
    )
    whole, read = trained.model.state_dict(), load_policy(tmp_path).state_dict()
    assert whole["model.norm.weight"].dtype == torch.float32
    assert all(torch.allclose(read[name], value, rtol=2**-8, atol=0) for name, value in whole.items())


def test_the_engine_takes_the_fast_path_for_the_base_model(trained):
    assert type(TorchEngine(trained.model)._decoder).__name__ == "LlamaDecoder"


def test_bad_options_end_with_one_sentence(tmp_path, capsys):
    assert main(["--out", str(tmp_path), "--resume", "--work", str(tmp_path / "none")]) == 2
    assert "--resume" in capsys.readouterr().err
    assert main(["--out", str(tmp_path), "--passages", str(tmp_path / "none.jsonl")]) == 2
    assert f"--passages {tmp_path / 'none.jsonl'} cannot be read (No such file" in capsys.readouterr().err
    for content, words in ((b"\xff", "cannot be read (it is not UTF-8 text)"), (b"", "holds no passage")):
        (tmp_path / "odd.jsonl").write_bytes(content)
        assert main(["--out", str(tmp_path), "--passages", str(tmp_path / "odd.jsonl")]) == 2
        assert f"--passages {tmp_path / 'odd.jsonl'} {words}" in capsys.readouterr().err
    (tmp_path / "odd.jsonl").write_text("[1]\n")
    assert main(["--out", str(tmp_path), "--passages", str(tmp_path / "odd.jsonl")]) == 2
    assert "odd.jsonl:1 is not a JSON object" in capsys.readouterr().err
    (tmp_path / "p.jsonl").write_text('{"text": "x", "nouns": [], "setting": "s", "person": "p"}\n')
    assert main(["--out", str(tmp_path), "--passages", str(tmp_path / "p.jsonl")]) == 2
    assert "p.jsonl:1: field 'nouns'" in capsys.readouterr().err
    with pytest.raises(SystemExit) as stop:
        main(["--out", str(tmp_path), "--minutes", "-1"])
    assert stop.value.code == 2


def test_the_corpus_is_the_repositorys_wherever_the_command_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert _parser(TrainOptions()).parse_args(["--out", "o"]).passages == PASSAGES.resolve()
    assert len(read_passages(PASSAGES)) > 100


def test_the_tokenizer_is_a_function_of_the_bank(passages):
    one, two = (
        make_tokenizer(Bank(passages, random.Random(0)), TrainOptions(tokenizer_programs=60))
        for _ in range(2)
    )
    assert one.backend_tokenizer.to_str() == two.backend_tokenizer.to_str()
