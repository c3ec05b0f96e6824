"""Puts an experiment together from its configuration: the only place where the parts meet torch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from transformers import AutoTokenizer, PreTrainedModel

from pipeline.audit import Auditor
from pipeline.chat import ChatFormat
from pipeline.config import Config, resolve_path
from pipeline.corpus import Corpus
from pipeline.designer import Designer
from pipeline.hints import Hints
from pipeline.learner import Learner, LearnerError, configure_torch, load_policy
from pipeline.memory import Memory, make_embedding
from pipeline.novelty import NoveltyIndex
from pipeline.play import Player
from pipeline.pool import PoolDesigner, load_pool
from pipeline.run import Experiment
from pipeline.sampler import Sampler
from pipeline.sampler.torch_engine import TorchEngine
from pipeline.sandbox import Sandbox


def assemble(
    config: Config,
    run_id: str,
    sandbox: Sandbox,
    corpus: Corpus | None,
    *,
    make_sampler: Callable[[PreTrainedModel, ChatFormat], Sampler] | None = None,
) -> Experiment:
    """A fresh experiment at step 0; ``make_sampler`` puts another engine in place of ours.

    Raises ``LearnerError``, ``PoolError`` or ``ConfigError`` with one sentence when the model or a pool
    cannot be used.
    """
    configure_torch(config.run.threads, config.run.seed)
    model_dir = resolve_path("model.path", config.model.path)
    learner = Learner(
        load_policy(model_dir),
        config.learner,
        designer_share=config.advantage.designer_share,
        filter_zero=config.advantage.dynamic_filter,
    )
    chat = load_chat(model_dir)
    if make_sampler is not None:
        sampler = make_sampler(learner.model, chat)
    else:
        sampler = TorchEngine(learner.model, max_rows=config.sampler.max_rows)
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


def _known_programs(config: Config) -> NoveltyIndex | None:
    """Programs that are not new before the run starts; pool programs are never new, so nothing is known."""
    if config.designer.source == "pool":
        return None
    known = NoveltyIndex()
    if config.validator.known_pool:
        for program in load_pool(resolve_path("validator.known_pool", config.validator.known_pool)):
            known.add(program.file_name, program.code)
    return known


def load_chat(model_dir: Path) -> ChatFormat:
    """Tokenizer and chat template of a model directory; raises ``LearnerError`` with one sentence."""
    try:
        return ChatFormat(AutoTokenizer.from_pretrained(model_dir, local_files_only=True))
    except (OSError, ValueError) as error:
        reason = str(error).strip().splitlines()[0]
        raise LearnerError(f"model.path: no usable tokenizer in {model_dir} ({reason})") from None
