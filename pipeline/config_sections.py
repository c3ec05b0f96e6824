"""The options of a run, by section: names, types, bounds, defaults and meaning.

Sections are frozen and reject unknown names; how they are filled is ``config.py``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from pipeline.config_base import Count, NonNegative, Positive, Section, Share, Whole
from pipeline.config_machines import DistributedSection, EndpointSection, EstimateSection
from pipeline.vocabulary import DIFFICULTIES, SKILLS


class RunSection(Section):
    """The run as a whole."""

    title: str = ""
    """Shown by the explorer; empty means the preset's name."""
    seed: Whole = 0
    steps: Count = 60
    threads: Count = 2
    """Torch threads; part of the reproducibility contract, since float sums depend on it."""
    onednn: bool = False
    """Let oneDNN compute float32 matrix products: on some processors twice as fast as the usual library and
    as exact; on those with bfloat16 matrix units faster still, and rounded to bfloat16."""
    checkpoint_every: Whole = 0
    """Steps between Hugging Face checkpoints, the first before step 0; 0 keeps only the last one, written
    when a run completes."""
    log_tokens: bool = False
    """Also write ``tokens/`` (ids, masks, log-probs of every episode and design)."""


class ModelSection(Section):
    path: str = "data/models/spade-tiny-base"
    form: Literal["compact", "full"] = "compact"
    """How prompts are written (``prompts.py``)."""
    thinking_designer: bool = False
    """Let the designer think before it writes, where the chat template has a switch for it (Qwen3)."""
    thinking_agent: bool = False
    """Let the agent think in every turn; earlier thoughts are dropped the way the template drops them."""


class SamplerSection(Section):
    """Sampling is always ``top_p = 1`` without top-k, so that sampler and learner share one softmax."""

    engine: Literal["torch", "vllm", "openai"] = "torch"
    """``openai``: a model behind an HTTP endpoint designs and plays and is not trained (``endpoint``)."""
    designer_temperature: Positive = 1.0
    agent_temperature: Positive = 1.0
    max_rows: Count = 256
    """Sequences decoded together."""


class DesignerSection(Section):
    """Role 1 (ALGORITHM.md, step 1)."""

    source: Literal["policy", "pool"] = "policy"
    """``pool``: environments are drawn from ``pool`` and never written (the fixed-pool control)."""
    pool: str = "data/pools/seed"
    prompts: Count = 4
    designs_per_prompt: Count = 2
    """Designs of one prompt are each other's baseline; 1 falls back to the batch mean."""
    interval: Count = 1
    """K: steps between design phases; the environments are played on every step in between."""
    delay: Whole = 0
    """D: steps between writing a design and training on it, during which its plays accumulate."""
    max_tokens: Count = 640
    skills: tuple[Literal[SKILLS], ...] = Field(default=SKILLS, min_length=1)  # type: ignore[valid-type]
    difficulties: tuple[Literal[DIFFICULTIES], ...] = Field(default=DIFFICULTIES, min_length=1)  # type: ignore[valid-type]
    tool_use_share: Share = 0.12
    """Probability that a prompt asks for a tool-use environment."""


class PlaySection(Section):
    """Role 2 (ALGORITHM.md, step 4): both arms, same seeds, same limits, same decoding."""

    seeds_per_env: Count = 4
    plays_per_seed: Count = 2
    max_turns: Annotated[int, Field(ge=1, le=25)] = 25
    max_reply_tokens: Count = 64
    max_context: Count = 1024


class HintsSection(Section):
    source: Literal["program", "model", "none"] = "program"
    max_words: Count = 100
    """Longest hint kept, whatever its source."""
    max_tokens: Count = 160
    """Longest reply of the policy when ``source = model``."""


VALIDITY = {
    "parse": -0.50,
    "load": -0.45,
    "contract": -0.40,
    "reset": -0.38,
    "determinism": -0.35,
    "diversity": -0.33,
    "probes": -0.31,
    "solvable": -0.29,
    "trivial": -0.25,
    "leak": -0.25,
    "tools": -0.22,
    "cost": -0.20,
    "novelty": -0.15,
    "audit": -0.10,
    "valid": 0.0,
}
"""Graded validity term: the further a program gets, the less it is penalised (ALGORITHM.md)."""


class ScoringSection(Section):
    """Designer reward: one main term plus the common terms (``scoring.py``)."""

    reward: Literal["regret", "blend", "solve_rate", "learning_potential", "none"] = "regret"
    """The main term; ``none`` leaves the designer untrained. All are logged whichever is chosen."""
    shrink_strength: NonNegative = 0.0
    """Plays per arm that the Beta prior is worth, which shrinks regret towards 0; 0 is no shrinkage."""
    plateau_low: Share = 0.4
    plateau_high: Share = 0.6
    plateau_ramp: Positive = 0.25
    blend_plateau: Share = 0.6
    """Weight of the plateau in ``blend``; the rest is clipped regret."""
    regret_scale: Positive = 0.15
    """Regret at which the clipped term of ``blend`` saturates."""
    ema_rate: Annotated[float, Field(gt=0, le=1)] = 0.1
    """Update rate of the slow per-skill average of ``learning_potential``."""
    password_cap: NonNegative = 0.25
    """Most regret an environment earns while its plain arm has never won."""
    fault_penalty: NonNegative = 0.5
    """Times the share of plays an environment ended by raising."""
    hang_penalty: NonNegative = 1.0
    """Times the share of plays an environment ended by hanging."""
    novelty_bonus: NonNegative = 0.0
    """Times the distance (0..1) to the nearest known program."""
    frontier_regret: NonNegative = 0.15
    mastered_return: Share = 0.5
    """Bounds of the quadrants: frontier, mastered, intractable."""
    validity: dict[str, float] = Field(default_factory=lambda: dict(VALIDITY))
    """Value per failure class; classes left out keep the value above."""

    @field_validator("validity")
    @classmethod
    def _complete(cls, given: dict[str, float]) -> dict[str, float]:
        for stage in given:
            if stage not in VALIDITY:
                raise ValueError(f"values for {', '.join(VALIDITY)} only, not for '{stage}'")
        return {**VALIDITY, **given}

    @model_validator(mode="after")
    def _ordered_plateau(self) -> ScoringSection:
        if self.plateau_low > self.plateau_high:
            raise ValueError("plateau_low to be at most plateau_high")
        return self


class AdvantageSection(Section):
    norm_std: bool = True
    """Divide group-relative returns by the group's standard deviation."""
    train_arms: tuple[Literal["plain", "hint"], ...] = ("plain",)
    designer_share: Share = 0.4
    """The designer's share of the loss (``role_weight``); the agent has the rest."""
    dynamic_filter: bool = True
    """All-equal groups take no batch slot."""


class LearnerSection(Section):
    """Clipped policy-gradient update (ALGORITHM.md, "Update")."""

    lr: Positive = 1e-4
    beta1: Share = 0.9
    beta2: Share = 0.95
    weight_decay: NonNegative = 0.0
    warmup_steps: Whole = 0
    grad_clip: Positive = 1.0
    lora_rank: Whole = 0
    """Train adapters of this rank on every linear layer but the head (LoRA, needs peft); 0: all weights."""
    lora_alpha: Positive = 32.0
    """Adapters are scaled by alpha over rank."""
    epochs: Count = 1
    clip_low: Share = 0.2
    clip_high: NonNegative = 0.28
    dual_clip: Annotated[float, Field(ge=0)] = 3.0
    """Bound c > 1 on the ratio times a negative advantage; 0 switches the second clip off."""
    is_cap: Positive = 2.0
    """Cap of the truncated importance weight learner/sampler."""
    kl_coef: NonNegative = 0.0
    """Weight of the k3 KL to the starting policy; 0 keeps no reference model."""
    kl_bound: Positive = 0.05
    """The run stops when mean KL(sampler, learner) exceeds this: the weights are out of step."""
    drift_bound: Positive = 0.1
    """The run also stops when after a publish the mean |log-prob difference| of sampler and learner exceeds
    this, or a hundredth of it where both compute in float32: some weights are stale."""
    loss_weight: Literal["rollout", "token_mean"] = "rollout"
    """Weight of a token: its role's share over (rollouts in the role x tokens in the rollout), or over all
    tokens of the role."""
    micro_tokens: Count = 8192
    """Padded tokens per forward pass (gradient accumulation by token budget)."""
    autocast: Literal["none", "bfloat16"] = "none"
    checkpoint_dtype: Literal["float32", "bfloat16"] = "float32"
    """Precision that checkpoints are written in; what a resumed run goes on from is exact anyway."""
    recompute: bool = False
    """Compute activations and log-probs anew in the backward pass instead of keeping them: a third more work,
    a fraction of the memory."""


class MemorySection(Section):
    enabled: bool = True
    embedding: Literal["auto", "ast", "minilm"] = "auto"
    """What programs are compared by: syntax (``ast``) or a sentence embedding of what they say (``minilm``,
    needs the ``map`` extra); ``auto`` takes MiniLM where it is installed."""
    capacity: Count = 200
    cell_cap: Count = 8
    """Most environments kept per quality-diversity cell (skill x topic cluster)."""
    cluster_similarity: Share = 0.7
    """Cosine similarity at which a program joins an existing cluster."""
    positives: Whole = 2
    negatives: Whole = 1
    half_life: Positive = 20.0
    """Steps after which recency counts half."""


class CorpusSection(Section):
    enabled: bool = True
    path: str = "data/corpus/passages.jsonl"


CHECKS = tuple(stage for stage in VALIDITY if stage not in ("audit", "valid"))


class ValidatorSection(Section):
    checks: tuple[Literal[CHECKS], ...] = CHECKS  # type: ignore[valid-type]
    """Checks that can reject a design; the first failure is the verdict (ENVIRONMENT.md, section 4)."""
    audit: bool = False
    """The policy also reads each program that passed and may reject it; no clear verdict is a rejection."""
    known_pool: str = ""
    """Directory of programs that count as known for novelty, besides the run's own; empty for none."""


class SandboxSection(Section):
    """Limits of generated code (ENVIRONMENT.md, section 5)."""

    level: Literal["auto", "none"] = "auto"
    step_s: Positive = 2.0
    reset_s: Positive = 4.0
    cpu_s: Count = 20
    memory_mb: Count = 256


class EvaluationSection(Section):
    """Held-out evaluation during training (``evaluate.py``), plain arm, at the agent's temperature."""

    every: Whole = 0
    """Steps between evaluations, the first before step 0, and one after the last step anyway; 0: never."""
    suites: tuple[str, ...] = ("held_out",)
    episodes: Count = 18
    """Episodes per item of a suite."""

    @field_validator("suites")
    @classmethod
    def _known(cls, given: tuple[str, ...]) -> tuple[str, ...]:
        from pipeline.suites import SUITES

        for name in given:
            if name not in SUITES:
                raise ValueError(f"suites among {', '.join(sorted(SUITES))}, not '{name}'")
        return given


class Config(Section):
    """A resolved configuration."""

    run: RunSection = RunSection()
    model: ModelSection = ModelSection()
    sampler: SamplerSection = SamplerSection()
    endpoint: EndpointSection = EndpointSection()
    designer: DesignerSection = DesignerSection()
    play: PlaySection = PlaySection()
    hints: HintsSection = HintsSection()
    scoring: ScoringSection = ScoringSection()
    advantage: AdvantageSection = AdvantageSection()
    learner: LearnerSection = LearnerSection()
    memory: MemorySection = MemorySection()
    corpus: CorpusSection = CorpusSection()
    validator: ValidatorSection = ValidatorSection()
    sandbox: SandboxSection = SandboxSection()
    evaluation: EvaluationSection = EvaluationSection()
    distributed: DistributedSection = DistributedSection()
    estimate: EstimateSection = EstimateSection()

    @model_validator(mode="after")
    def _regret_needs_hints(self) -> Config:
        if self.hints.source == "none" and self.scoring.reward in ("regret", "blend"):
            raise ValueError(
                f"scoring.reward '{self.scoring.reward}' needs a hinted arm: hints.source is 'none'"
            )
        return self

    @model_validator(mode="after")
    def _endpoint_is_usable(self) -> Config:
        if self.sampler.engine != "openai":
            return self
        for name in ("base_url", "model"):
            if not getattr(self.endpoint, name):
                raise ValueError(f"sampler.engine 'openai' needs endpoint.{name}")
        if self.endpoint.api == "messages":
            if self.run.log_tokens:
                raise ValueError("run.log_tokens needs endpoint.api 'tokens': messages have no token ids")
            if not self.endpoint.send_thinking and (
                self.model.thinking_designer or self.model.thinking_agent
            ):
                raise ValueError(
                    "model.thinking_designer and model.thinking_agent need endpoint.send_thinking when "
                    "endpoint.api is 'messages'"
                )
        return self

    @model_validator(mode="after")
    def _nothing_to_place_of_an_endpoint(self) -> Config:
        placed = self.distributed
        if self.sampler.engine == "openai" and (placed.learner_ranks > 1 or placed.sampler_replicas):
            raise ValueError(
                "distributed.learner_ranks and distributed.sampler_replicas to be 0 when sampler.engine is "
                "'openai': an endpoint's model is neither trained nor placed"
            )
        return self

    def as_dict(self) -> dict[str, Any]:
        """JSON-able form; ``resolve_config(path_to_it)`` gives an equal configuration."""
        return self.model_dump(mode="json")
