"""A whole experiment with a scripted policy: real sandbox, validator and learner, replies from the test."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

from pipeline.config import Config, build_config
from pipeline.corpus import Corpus
from pipeline.progress import Progress
from pipeline.sampler import Completion, SamplerStats

SPECIAL = ("<|pad|>", "<|user|>", "<|assistant|>", "<|system|>", "<|end|>")
TEMPLATE = (
    "{% for m in messages %}<|{{ m['role'] }}|>{{ m['content'] }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)

GAME = '''import random, re
class {name}Env:
    """{title}
    Find the number {noun}.
    """
    def __init__(self, max_turns=4, **kwargs):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.t = 0
        self.n = rng.randint(1, {top})
        return "The {noun} is a number from 1 to {top}. Reply \\\\boxed{{number}}.", {{}}
    def step(self, action):
        self.t += 1
        m = re.search(r"\\\\boxed\\{{(.*?)\\}}", action)
        a = m.group(1).strip() if m else ""
        if a == str(self.n):
            return "Right.", 1.0, True, False, {{}}
        note = "Reply \\\\boxed{{number}}."
        if a.isdecimal() and len(a) < 5:
            note = "Higher." if int(a) < self.n else "Lower."
        {trap}
        return note, 0.0, False, self.t >= self.max_turns, {{}}
    def hint(self):
        return f"The {noun} is {{self.n}}."
    def solution(self):
        return [str(self.n)]
'''


DESK = '''
class DeskEnv(ToolUseBaseEnv):
    """The desk
    Pack two things.
    """
    def reset(self, seed=None):
        self._start()
        args = {"type": "object", "properties": {"item": {"type": "object", "properties":
            {"name": {"type": "string"}}, "required": ["name"]}}, "required": ["item"]}
        self._tools = {"pack": {"description": "pack", "parameters": args}}
        n = 1 + (seed or 0) % 7
        self._state = {"packed": [], "n": n}
        self._user_messages = [f"Pack {n} pens and one cup."]
        self._message_criteria = [lambda s: sorted(s["packed"]) == ["cup"] + ["pen"] * s["n"]]
        return self._first_obs(), {}
    def tool_pack(self, item):
        self._state["packed"].append(item["name"])
        return "packed " + item["name"]
    def hint(self):
        return "call pack once per thing"
    def solution(self):
        call = '<tool_call>{"name": "pack", "arguments": {"item": {"name": "%s"}}}</tool_call>'
        return [call % name for name in ["cup"] + ["pen"] * self._state["n"]]
'''
"""Takes a nested argument; several calls may come in one reply."""

TRIGGER = "\\boxed{xyzzy}"
HANG = "exec('while True: pass')"
"""A reply that sets off what :func:`trapped` programs hide, and a statement that never ends."""


def game(noun: str = "lamp", *, top: int = 90, trap: str = "pass") -> str:
    """A valid guessing game; ``trap`` is a statement its step runs after a wrong guess."""
    return GAME.format(name=noun.title(), title=f"The {noun} game", noun=noun, top=top, trap=trap)


def trapped(statement: str, noun: str = "lamp") -> str:
    """A sound game, except that one reply no check thinks of makes it run ``statement``."""
    return game(noun, trap=f'if a == "xyzzy": {statement}')


def micro_tokenizer() -> PreTrainedTokenizerFast:
    """Bytes and five special tokens."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: index for index, token in enumerate([*SPECIAL, *alphabet])}
    bare = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    bare.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    bare.decoder = decoders.ByteLevel()
    return PreTrainedTokenizerFast(
        tokenizer_object=bare,
        pad_token="<|pad|>",
        eos_token="<|end|>",
        additional_special_tokens=["<|user|>", "<|assistant|>", "<|system|>"],
        chat_template=TEMPLATE,
        clean_up_tokenization_spaces=False,
    )


def save_micro_model(path: Path, seed: int = 0) -> Path:
    """A random policy of a few thousand parameters, in Hugging Face format."""
    torch.manual_seed(seed)
    tokenizer = micro_tokenizer()
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=4096,
        tie_word_embeddings=True,
        bos_token_id=None,
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
    )
    LlamaForCausalLM(config).save_pretrained(path)
    tokenizer.save_pretrained(path)
    return path


class ScriptedSampler:
    """Answers from a function of (prompt text, seed); ``None`` stands for a reply that ran out of tokens.

    Keeps every call, so that tests can see what the policy was shown.
    """

    def __init__(self, tokenizer, answer: Callable[[str, int], str | None]):
        self.tokenizer = tokenizer
        self.answer = answer
        self.stats = SamplerStats()
        self.version = 0
        self.calls: list[tuple[str, int]] = []
        self.sampled: list[tuple[int, ...]] = []

    def generate(self, prompts: Sequence[Sequence[int]], params, seeds: Sequence[int]) -> list[Completion]:
        completions = []
        for ids, seed in zip(prompts, seeds, strict=True):
            prompt = self.tokenizer.decode(list(ids))
            self.calls.append((prompt, seed))
            text = self.answer(prompt, seed)
            reply = "..." if text is None else text
            sampled = self.tokenizer(reply, add_special_tokens=False).input_ids
            sampled += [] if text is None else [self.tokenizer.eos_token_id]
            self.sampled.append(tuple(sampled))
            self.stats.sampled_tokens += len(sampled)
            completions.append(
                Completion(
                    tuple(sampled),
                    tuple(-1.0 for _ in sampled),
                    "length" if text is None else "stop",
                    self.version,
                )
            )
        return completions

    def publish(self, weights, version: int) -> None:
        self.version = version

    def sleep(self) -> None: ...

    def wake(self) -> None: ...


def is_design(prompt: str) -> bool:
    return prompt.startswith("<|user|>Design ")


def is_hinted(prompt: str) -> bool:
    return "\nHint: " in prompt


def hinted_number(prompt: str) -> str:
    """The number the hint of a :func:`game` tells."""
    return prompt.partition("\nHint: ")[2].partition("<|end|>")[0].rstrip(".").split()[-1]


def small_config(model: Path, **sections: dict) -> Config:
    """Two prompts of two designs, two instances of two plays; sampler checks off (log-probs are made up)."""
    base: dict[str, dict] = {
        "run": {"steps": 1, "threads": 1},
        "model": {"path": str(model)},
        "designer": {"prompts": 2, "designs_per_prompt": 2, "tool_use_share": 0.0, "max_tokens": 2000},
        "play": {"seeds_per_env": 2, "plays_per_seed": 2, "max_context": 4000},
        "learner": {"kl_bound": 1e9},
        "corpus": {"enabled": False},
    }
    for name, options in sections.items():
        base[name] = {**base.get(name, {}), **options}
    return build_config(base)


@contextmanager
def experiment(
    config: Config, answer: Callable[[str, int], str | None], corpus: Corpus | None = None
) -> Iterator:
    """An assembled experiment whose policy answers with ``answer``."""
    from pipeline.assemble import assemble
    from pipeline.run_cli import open_sandbox

    make_sampler = lambda model, chat: ScriptedSampler(chat.tokenizer, answer)  # noqa: E731
    with open_sandbox(config) as sandbox:
        yield assemble(config, "test", sandbox, corpus, make_sampler=make_sampler)


def run_steps(config: Config, answer, steps: int | None = None, corpus: Corpus | None = None) -> list[dict]:
    """Rows of each step of a fresh experiment."""
    with experiment(config, answer, corpus) as made:
        return [one_step(made, step) for step in range(steps or config.run.steps)]


def one_step(made, step: int) -> dict:
    progress = Progress(made.config.run.steps, "test", stream=open_null())
    progress.start_step(step)
    return made.step(step, progress)


@functools.cache
def open_null():
    return open("/dev/null", "w")


def distinct_games(prompt: str, seed: int) -> str:
    """Every design a different valid game; the agent guesses by its seed, or reads the hint."""
    if is_design(prompt):
        return game(f"thing{seed % 100003}".translate(str.maketrans("0123456789", "abcdefghij")))
    return "\\boxed{%s}" % (hinted_number(prompt) if is_hinted(prompt) else seed % 90 + 1)


def corpus_file(path: Path, n: int = 5) -> Path:
    lines = [{"id": f"p{i}", "text": f"passage {i}", "source": "us", "subject": "physics"} for i in range(n)]
    path.write_text("\n".join(json.dumps(line) for line in lines))
    return path


def always(program: str, reply):
    """A policy that writes one program over and over and answers with ``reply(prompt, seed)``."""
    return lambda prompt, seed: program if is_design(prompt) else reply(prompt, seed)
