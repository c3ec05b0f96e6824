"""What sampling hands to learning: one token sequence of one role, exactly as it was sampled."""

from __future__ import annotations

from dataclasses import dataclass
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

    def __post_init__(self) -> None:
        if not len(self.ids) == len(self.mask) == len(self.logprobs):
            raise ValueError(
                f"a rollout needs one mask and one log-prob per token, got {len(self.ids)} ids, "
                f"{len(self.mask)} masks, {len(self.logprobs)} log-probs"
            )

    @property
    def sampled(self) -> int:
        """Number of tokens the policy sampled."""
        return sum(self.mask)

    def as_dict(self) -> dict[str, object]:
        """JSON form, for rollouts that wait (designer delay) across a restart."""
        return {
            "role": self.role,
            "ids": list(self.ids),
            "mask": list(self.mask),
            "logprobs": list(self.logprobs),
            "temperature": self.temperature,
            "policy_version": self.policy_version,
        }

    @classmethod
    def from_dict(cls, data: dict) -> Rollout:
        """Inverse of :meth:`as_dict`."""
        sequences = {name: tuple(data[name]) for name in ("ids", "mask", "logprobs")}
        return cls(
            data["role"], **sequences, temperature=data["temperature"], policy_version=data["policy_version"]
        )
