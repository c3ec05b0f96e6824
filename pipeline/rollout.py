"""What sampling hands to learning: the token sequence of one role, exactly as it was sampled.

Where a chat template rewrites what was said earlier (Qwen3 drops earlier thoughts), a rollout is several
sequences, each what the policy was shown followed by what it sampled; it still is one rollout.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Role = Literal["designer", "agent"]
ROLES: tuple[Role, ...] = ("designer", "agent")


@dataclass(frozen=True)
class Rollout:
    """Prompt, replies and observations of one design or one episode, in one sequence.

    ``ids``, ``mask`` and ``logprobs`` have one entry per token. ``mask`` is 1 where the policy sampled
    the token (and only there is it trained); ``logprobs`` are the sampler's, of the
    temperature-scaled full softmax, and 0 elsewhere.
    """

    role: Role
    ids: tuple[int, ...]
    mask: tuple[int, ...]
    logprobs: tuple[float, ...]
    temperature: float
    policy_version: int
    earlier: tuple[Rollout, ...] = ()
    """Sequences that came before this one; no token is sampled in two of them."""
    counted: tuple[int, int] | None = None
    """Tokens in prompts and replies as an endpoint counted them, where ``ids`` are not its token ids."""

    def __post_init__(self) -> None:
        if not len(self.ids) == len(self.mask) == len(self.logprobs):
            raise ValueError(
                f"a rollout needs one mask and one log-prob per token, got {len(self.ids)} ids, "
                f"{len(self.mask)} masks, {len(self.logprobs)} log-probs"
            )

    @property
    def sampled(self) -> int:
        """Number of tokens the policy sampled, in all sequences."""
        return sum(self.mask) + sum(row.sampled for row in self.earlier)

    @property
    def rows(self) -> tuple[Rollout, ...]:
        """The sequences one by one, in the order they were sampled."""
        return (*self.earlier, replace(self, earlier=())) if self.earlier else (self,)

    @property
    def prompt_tokens(self) -> int:
        """Tokens the policy was given, over all sequences."""
        return self.counted[0] if self.counted else sum(len(row.ids) - row.sampled for row in self.rows)

    @property
    def completion_tokens(self) -> int:
        """Tokens the policy sampled, as counted by whoever sampled them."""
        return self.counted[1] if self.counted else self.sampled

    def as_dict(self) -> dict[str, object]:
        """JSON form, for rollouts that wait (designer delay) across a restart."""
        return {
            "role": self.role,
            "ids": list(self.ids),
            "mask": list(self.mask),
            "logprobs": list(self.logprobs),
            "temperature": self.temperature,
            "policy_version": self.policy_version,
            "earlier": [row.as_dict() for row in self.earlier],
            "counted": self.counted,
        }

    @classmethod
    def from_dict(cls, data: dict) -> Rollout:
        """Inverse of :meth:`as_dict`."""
        sequences = {name: tuple(data[name]) for name in ("ids", "mask", "logprobs")}
        return cls(
            data["role"],
            **sequences,
            temperature=data["temperature"],
            policy_version=data["policy_version"],
            earlier=tuple(cls.from_dict(row) for row in data.get("earlier", ())),
            counted=tuple(data["counted"]) if data.get("counted") else None,
        )
