"""Arrow schemas of the run log (RUN_LOG.md): what a column is called, its type, and nothing else.

Columns that start with ``reward_`` (float) or ``check_`` (string) are families: scoring and validation
add one per term or check, so a writer accepts any member of either family. Every other unknown column
is an error, because a misspelt column would otherwise be lost in silence.
"""

from __future__ import annotations

import pyarrow as pa

SCHEMA_VERSION = 1
"""Raised when a column changes meaning; readers refuse newer versions in one sentence."""

_STR = pa.string()
_INT = pa.int64()
_NUM = pa.float64()
_BOOL = pa.bool_()
_STRS = pa.list_(pa.string())

STEP_TYPE = pa.struct(
    [
        ("action", _STR),
        ("observation", _STR),
        ("reward", _NUM),
        ("terminated", _BOOL),
        ("truncated", _BOOL),
    ]
)
MESSAGE_TYPE = pa.struct([("role", _STR), ("content", _STR)])

DESIGNS = pa.schema(
    [
        ("env_id", _STR),
        ("step", _INT),
        ("attempt", _INT),
        ("prompt_group", _STR),
        ("kind", _STR),
        ("skill", _STR),
        ("difficulty", _STR),
        ("title", _STR),
        ("summary", _STR),
        ("code", _STR),
        ("code_sha256", _STR),
        ("lines", _INT),
        ("ast_nodes", _INT),
        ("imports", _STRS),
        ("max_turns", _INT),
        ("tools", _STR),
        ("first_observation", _STR),
        ("hint_text", _STR),
        ("hint_source", _STR),
        ("doc_id", _STR),
        ("parent_ids", _STRS),
        ("policy_version", _INT),
        ("prompt_tokens", _INT),
        ("completion_tokens", _INT),
        ("valid", _BOOL),
        ("verdict_stage", _STR),
        ("verdict_reason", _STR),
        ("solvable", _STR),
        ("browser_verdict", _STR),
        ("random_win_rate", _NUM),
        ("validate_ms", _NUM),
        ("n_plain", _INT),
        ("n_hint", _INT),
        ("return_plain", _NUM),
        ("return_hint", _NUM),
        ("solve_rate_plain", _NUM),
        ("solve_rate_hint", _NUM),
        ("regret", _NUM),
        ("regret_se", _NUM),
        ("hint_harm", _NUM),
        ("quadrant", _STR),
        ("turns_mean", _NUM),
        ("env_faults", _INT),
        ("designer_reward", _NUM),
        ("advantage", _NUM),
        ("novelty", _NUM),
        ("nearest_env_id", _STR),
    ]
)
"""One row per design attempt, valid or not."""

PLAYS = pa.schema(
    [
        ("play_id", _STR),
        ("env_id", _STR),
        ("step", _INT),
        ("arm", _STR),
        ("seed", _INT),
        ("group_id", _STR),
        ("policy_version", _INT),
        ("messages", pa.list_(MESSAGE_TYPE)),
        ("steps", pa.list_(STEP_TYPE)),
        ("first_observation", _STR),
        ("hint", _STR),
        ("return", _NUM),
        ("outcome", _STR),
        ("fault", _STR),
        ("turns", _INT),
        ("prompt_tokens", _INT),
        ("completion_tokens", _INT),
        ("advantage", _NUM),
        ("wall_ms", _NUM),
    ]
)
"""One row per episode, both arms, with its transcript."""

TOKENS = pa.schema(
    [
        ("play_id", _STR),
        ("step", _INT),
        ("token_ids", pa.list_(pa.int32())),
        ("mask", pa.list_(pa.int8())),
        ("logprobs", pa.list_(pa.float32())),
    ]
)
"""Token ids, assistant mask (1 = sampled by the policy) and sampler log-probs of an episode or a design
(``play_id`` then holds the ``env_id``). Optional; recorded runs ship without it."""

UPDATES = pa.schema(
    [
        ("step", _INT),
        ("policy_version", _INT),
        ("optimizer_step", _INT),
        ("loss", _NUM),
        ("loss_designer", _NUM),
        ("loss_agent", _NUM),
        ("kl_reference", _NUM),
        ("kl_sampler", _NUM),
        ("publish_drift", _NUM),
        ("entropy", _NUM),
        ("clip_fraction", _NUM),
        ("grad_norm", _NUM),
        ("learning_rate", _NUM),
        ("rollouts_designer", _INT),
        ("rollouts_agent", _INT),
        ("groups_mixed", _INT),
        ("groups_total", _INT),
        ("trained_tokens", _INT),
        ("sampled_tokens", _INT),
        ("designs", _INT),
        ("valid", _INT),
        ("return_plain", _NUM),
        ("return_hint", _NUM),
        ("regret", _NUM),
        ("env_faults", _INT),
        ("infra_faults", _INT),
        ("sandbox_starts", _INT),
        ("sandbox_steps", _INT),
        ("seconds_design", _NUM),
        ("seconds_validate", _NUM),
        ("seconds_hint", _NUM),
        ("seconds_play", _NUM),
        ("seconds_learn", _NUM),
        ("seconds_publish", _NUM),
        ("seconds_log", _NUM),
        ("seconds_total", _NUM),
    ]
)
"""One row per step: losses, KL, entropy, gradient norm, tokens, seconds per phase. ``publish_drift``: mean
absolute difference of the log-probs of sampler and learner right after the publish, in nats a token."""

ADDED = frozenset({"publish_drift"})
"""Columns younger than the first logs of this schema version: a log without them has no fault."""

EVALS = pa.schema(
    [
        ("step", _INT),
        ("policy_version", _INT),
        ("suite", _STR),
        ("item", _STR),
        ("program", _STR),
        ("seed", _INT),
        ("arm", _STR),
        ("return", _NUM),
        ("outcome", _STR),
        ("turns", _INT),
        ("temperature", _NUM),
        ("steps", pa.list_(STEP_TYPE)),
        ("first_observation", _STR),
    ]
)
"""One row per held-out episode."""

TABLES: dict[str, pa.Schema] = {
    "designs": DESIGNS,
    "plays": PLAYS,
    "tokens": TOKENS,
    "updates": UPDATES,
}
"""Tables written once per training step, as ``<table>/step-000123.parquet``."""

FAMILIES: dict[str, pa.DataType] = {"reward_": _NUM, "check_": _STR}
"""Column families of ``designs`` (and their type)."""

WALL_CLOCK: dict[str, tuple[str, ...]] = {
    "designs": ("validate_ms",),
    "plays": ("wall_ms",),
    "tokens": (),
    "updates": tuple(name for name in UPDATES.names if name.startswith("seconds_")),
}
"""Columns that measure time, and so may differ between two runs with the same seed."""


def table_schema(table: str, columns: set[str]) -> pa.Schema:
    """The schema of ``table`` extended by the family members among ``columns``, sorted by name.

    Raises ``ValueError`` naming the first column that is neither in the schema nor in a family.
    """
    schema = TABLES.get(table, EVALS)
    extra = sorted(columns - set(schema.names))
    for name in extra:
        kind = next((t for prefix, t in FAMILIES.items() if name.startswith(prefix)), None)
        if kind is None or table != "designs":
            raise ValueError(f"column '{name}' is not part of the '{table}' table of the run log")
        schema = schema.append(pa.field(name, kind))
    return schema
