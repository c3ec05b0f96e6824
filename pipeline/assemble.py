"""Puts an experiment together from its configuration: the only place where the parts meet torch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from transformers import AutoTokenizer, PreTrainedModel

from pipeline.audit import Auditor
from pipeline.chat import Chat, ChatFormat
from pipeline.config import Config, resolve_path
from pipeline.corpus import Corpus
from pipeline.designer import Designer
from pipeline.frozen import FrozenPolicy
from pipeline.hints import Hints
from pipeline.learner import Learner, LearnerError, configure_torch, load_policy
from pipeline.memory import Memory, make_embedding
from pipeline.novelty import NoveltyIndex
from pipeline.play import Player
from pipeline.pool import PoolDesigner, load_pool
from pipeline.run import Experiment
from pipeline.sampler import Sampler, SamplerError
from pipeline.sampler.message_format import MessageFormat
from pipeline.sampler.torch_engine import TorchEngine
from pipeline.sandbox import Sandbox

if TYPE_CHECKING:
    from pipeline.distributed import Placement
    from pipeline.distributed_ranks import RemoteLearner


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
    configure_torch(config.run.threads, config.run.seed)
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
    learner = _learner(config, model_dir)
    chat = load_chat(model_dir, config)
    if make_sampler is not None:
        return learner, make_sampler(learner.model, chat), chat
    return learner, _engine(config, learner.model), chat


def _placed_policy(
    config: Config, model_dir: Path, placement: Placement
) -> tuple[Learner | RemoteLearner, Sampler, Chat]:
    """Learner, sampler, or both in other processes. The sampler may be one that was at work before a learner
    was lost, so it is given the learner's weights."""
    chat = load_chat(model_dir, config)
    replicas = placement.sampler(model_dir)  # start beside the learner
    learner = placement.learner(model_dir) or _learner(config, model_dir)
    if replicas is not None:
        replicas.wait()
    sampler = replicas or load_engine(config, model_dir)
    sampler.publish(learner.weights(), learner.version)
    return learner, sampler, chat


def load_engine(config: Config, model_dir: Path) -> Sampler:
    """The engine that ``sampler.engine`` names, with the model directory's weights."""
    return _engine(config, load_policy(model_dir))


def _engine(config: Config, model: PreTrainedModel) -> Sampler:
    if config.sampler.engine == "vllm":
        raise SamplerError("sampler.engine 'vllm' is not part of this version, expected 'torch' or 'openai'")
    return TorchEngine(model, max_rows=config.sampler.max_rows)


def _learner(config: Config, model_dir: Path) -> Learner:
    return Learner(
        load_policy(model_dir),
        config.learner,
        designer_share=config.advantage.designer_share,
        filter_zero=config.advantage.dynamic_filter,
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
        for program in load_pool(resolve_path("validator.known_pool", config.validator.known_pool)):
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
