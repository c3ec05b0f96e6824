"""Sampled tokens per second: ``TorchEngine`` against plain ``model.generate`` on the same prompts.

    python tests/bench/bench_sampler.py [--model data/models/spade-tiny-base] [--threads 2]

Two loads of the loop: designs (few prompts, long replies) and one turn of play (many prompts of many lengths,
short replies, every prompt twice). ``generate`` samples the same distribution from a left-padded batch.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "web_runtime")]

import torch  # noqa: E402
from transformers import AutoModelForCausalLM, AutoTokenizer  # noqa: E402

from pipeline.bootstrap.dataset import Bank, read_passages  # noqa: E402
from pipeline.chat import ChatFormat  # noqa: E402
from pipeline.prompts import agent_messages, designer_messages  # noqa: E402
from pipeline.sampler import SamplingParams  # noqa: E402
from pipeline.sampler.torch_engine import TorchEngine  # noqa: E402

REPEATS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default=str(ROOT / "data/models/spade-tiny-base"))
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    model = AutoModelForCausalLM.from_pretrained(arguments.model, dtype=torch.float32).eval()
    chat = ChatFormat(AutoTokenizer.from_pretrained(arguments.model))
    designs, turns = prompts(chat)
    print(f"{'load':24s} {'engine':>12s} {'generate':>12s} {'ratio':>7s}")
    compare("8 designs, to 640", model, chat, designs, SamplingParams(0.6, 640, chat.stop_ids))
    compare("128 replies, to 64", model, chat, turns, SamplingParams(0.8, 64, chat.stop_ids))


def prompts(chat: ChatFormat) -> tuple[list[list[int]], list[list[int]]]:
    """Prompts of four design requests (each twice) and of 64 first turns (each twice)."""
    bank = Bank(read_passages(ROOT / "data/corpus/passages.jsonl"), random.Random("bench"), pool_size=100)
    names = list(bank.mechanics)
    designs, turns = [], []
    for name in names[:4]:
        request = bank.design_request(bank.render(name, "easy"))
        designs += [chat.encode(designer_messages(request, "compact"))] * 2
    for number in range(64):
        rendered = bank.render(names[number % len(names)], "medium")
        kind, tools = rendered.mechanic.kind, rendered.program.tools()
        turns += [chat.encode(agent_messages(rendered.card.first_observation, kind, tools, "compact"))] * 2
    return designs, turns


def compare(name: str, model, chat: ChatFormat, ids: list[list[int]], params: SamplingParams) -> None:
    """Print the best rate of ``REPEATS`` runs of both, alternating, so that other load hits both alike."""
    engine = TorchEngine(model, keep_bytes=0)
    seeds = iter(range(10**6))

    def by_engine() -> int:
        return sum(len(c.ids) for c in engine.generate(ids, params, [next(seeds) for _ in ids]))

    def by_generate() -> int:
        width = max(map(len, ids))
        batch = torch.tensor([[chat.pad_id] * (width - len(row)) + row for row in ids])
        mask = torch.tensor([[0] * (width - len(row)) + [1] * len(row) for row in ids])
        torch.manual_seed(next(seeds))
        with torch.no_grad():
            out = model.generate(
                batch,
                attention_mask=mask,
                do_sample=True,
                temperature=params.temperature,
                top_k=0,
                top_p=1.0,
                max_new_tokens=params.max_new_tokens,
                eos_token_id=list(params.stop_ids),
                pad_token_id=chat.pad_id,
            )[:, width:]
        ended = (out == params.stop_ids[0]).cumsum(1)
        return int((ended - (out == params.stop_ids[0]).long() == 0).sum())

    best = {by_engine: 0.0, by_generate: 0.0}
    for _ in range(REPEATS):
        for way in best:
            best[way] = max(best[way], _rate(way))
    mine, plain = best.values()
    print(f"{name:24s} {mine:9.0f}/s  {plain:9.0f}/s  {mine / plain:6.1f}x", flush=True)


def _rate(way: Callable[[], int]) -> float:
    started = time.perf_counter()
    return way() / (time.perf_counter() - started)


if __name__ == "__main__":
    main()
