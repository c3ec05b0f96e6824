"""One episode of one environment: the only turn loop there is (training, replay, terminal, browser).

Faults of the environment never raise here; they end the episode as ``void`` (ENVIRONMENT.md section 2).
Wall-clock limits belong to whoever owns the process; they report theirs with :meth:`Episode.mark_fault`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import protocols
from .program import TURN_CAP, Program, fault_line, turns
from .randomness import Generators
from .shapes import BadShape, clean_text, fault_name, flag, observation, plain_tools, reward

WIN_RETURN = 0.5
"""An episode is won when it terminated with a return of at least this."""

TRANSCRIPT_VERSION = 1


@dataclass(frozen=True)
class Step:
    """One turn: ``action`` is the text the environment was handed; replaying actions replays the episode."""

    action: str
    observation: str
    reward: float
    terminated: bool
    truncated: bool

    def as_dict(self) -> dict[str, Any]:
        return {
            "action": self.action,
            "observation": self.observation,
            "reward": self.reward,
            "terminated": self.terminated,
            "truncated": self.truncated,
        }


def derive_seed(run_seed: int, sha256: str, index: int) -> int:
    """Instance seed number ``index`` of a program in a run: 31 bits of blake2b, the same everywhere."""
    digest = hashlib.blake2b(f"{run_seed}:{sha256}:{index}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") & 0x7FFFFFFF


class Episode:
    """Resets ``program`` with ``seed`` and plays it reply by reply.

    ``observation`` is the latest text shown, ``done`` whether it is over, ``outcome`` one of ``won``,
    ``lost``, ``truncated``, ``void`` or None, ``ret`` the return in [-1, 1] (None while unfinished or
    void), ``fault`` e.g. ``env_fault:KeyError@12``, ``notes`` what was tolerated (never in the transcript).
    ``max_turns`` caps the program's own turn limit. Nothing a program does raises out of this class.
    """

    def __init__(self, program: Program, seed: int, *, max_turns: int = TURN_CAP):
        self.program = program
        self.seed = seed
        self.steps: list[Step] = []
        self.notes: list[str] = []
        self.observation = ""
        self.first_observation = ""
        self.outcome: str | None = None
        self.ret: float | None = None
        self.fault: str | None = None
        self.turn_limit = max_turns
        self._env: Any = None
        self._generators = Generators(shared=program.draws_globally, with_numpy=program.uses_numpy)
        self._guard(self._reset)
        self.first_observation = self.observation

    @property
    def done(self) -> bool:
        return self.outcome is not None

    @property
    def turn(self) -> int:
        """Turns taken so far."""
        return len(self.steps)

    def act(self, reply: str) -> Step:
        """Play one reply. After the end, or on a fault, the returned step carries an empty observation."""
        action = self._action(reply)
        before = self.turn
        if not self.done:
            self._guard(lambda: self._step(action))
        return self.steps[-1] if self.turn > before else Step(action, "", 0.0, False, False)

    def hint(self) -> str | None:
        """Privileged help for this instance, or None where the program offers none or fails to."""
        return self._optional_text("hint")

    def render(self) -> str | None:
        """What a person should see, or None where the program does not draw."""
        return self._optional_text("render")

    def solution(self) -> list[str] | None:
        """Replies that win from the start (boxed where the program gave bare actions), or None."""
        found = self._optional("solution")
        items = [found] if isinstance(found, str) else found
        if not isinstance(items, (list, tuple)) or not all(isinstance(item, str) for item in items):
            return None
        return [protocols.as_reply(clean_text(item)) for item in items]

    def tools(self) -> list[dict[str, Any]]:
        """Tools in OpenAI function-calling form; empty for games, and where the program's are not JSON. The
        validator's contract check sees to their form."""
        if self.program.kind != "tool_use":
            return []
        return self._optional("get_tools", plain_tools) or []

    def truncate_agent(self) -> None:
        """The agent ran out of tokens or context: the episode is over with return 0."""
        if not self.done:
            self.outcome, self.ret = "truncated", 0.0

    def mark_fault(self, fault: str) -> None:
        """The outer host stopped the program (``env_timeout``, ``infra_fault``): the episode is void."""
        if not self.done:
            self.fault, self.outcome, self.ret = fault, "void", None

    def close(self) -> None:
        """Let the program clean up."""
        self._optional("close")
        self._env = None

    def transcript(self) -> dict[str, Any]:
        """The episode as JSON-ready data, in the stable shape of ``pipeline.play``."""
        return {
            "version": TRANSCRIPT_VERSION,
            "env_sha256": self.program.sha256,
            "seed": self.seed,
            "first_observation": self.first_observation,
            "steps": [step.as_dict() for step in self.steps],
            "return": self.ret,
            "outcome": self.outcome or "unfinished",
            "fault": self.fault,
        }

    def _action(self, reply: str) -> str:
        reply = clean_text(reply)
        return reply.strip() if self.program.kind == "tool_use" else protocols.boxed(reply)

    def _reset(self) -> None:
        self._generators.seed(self.seed)  # a constructor may draw numbers too
        self._env = self.program.new_env(self.seed)
        self._generators.seed(self.seed)
        result = self._env.reset(seed=self.seed)
        if isinstance(result, str):
            self.notes.append("reset returned a bare string instead of (observation, info)")
            result = (result, {})
        if not isinstance(result, tuple) or len(result) != 2:
            raise BadShape
        self.observation = observation(result[0])
        self.turn_limit = min(
            turns(getattr(self._env, "max_turns", None)) or self.turn_limit, self.turn_limit
        )

    def _step(self, action: str) -> None:
        result = self._env.step(action)
        if not isinstance(result, tuple) or len(result) != 5:
            raise BadShape
        text, gain = observation(result[0]), reward(result[1])
        terminated, truncated = flag(result[2]), flag(result[3])
        if not terminated and self.turn + 1 >= self.turn_limit:
            truncated = True
        self.steps.append(Step(action, text, gain, terminated, truncated))
        self.observation = text
        if terminated:
            self.ret = max(-1.0, min(1.0, gain))
            self.outcome = "won" if self.ret >= WIN_RETURN else "lost"
        elif truncated:
            self.ret, self.outcome = 0.0, "truncated"

    def _guard(self, call: Callable[[], None]) -> None:
        try:
            with self._generators.lent():
                call()
        except BaseException as error:  # environment code runs in here: whatever it raises is its own fault
            line = fault_line(error)
            where = "" if line is None else f"@{line}"
            self.mark_fault(f"env_fault:{fault_name(error)}{where}")

    def _optional(self, name: str, check: Callable[[Any], Any] = lambda value: value) -> Any:
        """What an optional method of the program returns, or None; numbers it draws do not count."""
        try:
            method = getattr(self._env, name, None)
            if not callable(method):
                return None
            with self._generators.lent(keep=False):
                return check(method())
        except BaseException as error:  # optional methods of environment code: a failure means "not offered"
            self.notes.append(f"{name}() failed: {fault_name(error)}")
            return None

    def _optional_text(self, name: str) -> str | None:
        text = self._optional(name, lambda value: value if value is None else observation(value))
        return text if text and text.strip() else None
