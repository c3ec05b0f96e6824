"""One program after `reset(seed)`, and the episodes forked from it, as the parent sees them."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from .answers import blank_step, checked_step, clean_fault, count, number, text
from .channel import Channel, Turn, converse

if TYPE_CHECKING:
    from .client import Worker

TRANSCRIPT_VERSION = 1
MAX_REPLY, MAX_SOURCE = 1 << 16, 1 << 18
"""Characters in one reply and in one program: whatever they are, the JSON around them fits into a message."""

_OUTCOMES = (None, "won", "lost", "truncated", "void")


class Instance:
    """One program in the state after `reset(seed)`.

    `fault` is None or why there is nothing to play, and `load_error` then may say more: `{"stage", "reason",
    "line"}`. Everything else the program can tell is asked of a scratch fork, once, so that asking never
    changes an episode. Closing an instance ends its plays.
    """

    def __init__(self, worker: Worker, source: str, seed: int) -> None:
        self._worker = worker
        self._told: dict[str, Any] | None = None
        self.source, self.seed = source, seed
        self.fault: str | None = None
        self.load_error: dict[str, Any] | None = None
        self.first_observation = ""
        self.turn_limit = 0
        try:
            self._open()
        except (KeyError, TypeError, ValueError):
            self.fault = "env_fault:ProtocolError"
        if self.fault:
            self.close()

    def _open(self) -> None:
        limits = self._worker.limits
        if len(self.source) > MAX_SOURCE:
            reason = f"the program has {len(self.source)} characters; at most {MAX_SOURCE} are allowed"
            self.load_error = {"stage": "parse", "reason": reason, "line": None}
            self.fault = "env_fault:LoadError"
            return
        answer, self.fault = self._worker.request({"op": "load", "source": self.source}, limits.reset_s)
        if answer is not None and "load_error" in answer:
            error = answer["load_error"]
            line = count(error["line"]) or None
            self.load_error = {"stage": text(error["stage"]), "reason": text(error["reason"]), "line": line}
            self.fault = f"env_fault:LoadError@{line}" if line else "env_fault:LoadError"
        if self.fault:
            return
        message = {"op": "reset", "seed": self.seed, "max_turns": limits.max_turns}
        answer, self.fault = self._worker.request(message, limits.reset_s)
        if answer is not None:
            self.fault = clean_fault(answer["fault"]) if answer["fault"] else None
            self.first_observation = text(answer["first_observation"])
            self.turn_limit = min(int(answer["turn_limit"]), limits.max_turns)

    @property
    def hint(self) -> str | None:
        """The program's hint for this instance; None when it has none or fails to give it."""
        hint = self._aside().get("hint")
        return hint if isinstance(hint, str) else None

    @property
    def solution(self) -> list[str] | None:
        """Replies that win this instance, by the program's own account; None when it offers none."""
        solution = self._aside().get("solution")
        return [str(reply) for reply in solution] if isinstance(solution, list) else None

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The tools in OpenAI function-calling form; empty for a game."""
        tools = self._aside().get("tools")
        return [tool for tool in tools if isinstance(tool, dict)] if isinstance(tools, list) else []

    @property
    def program_info(self) -> dict[str, Any]:
        """What `spade_env.describe` says; empty when the program did not load or would not tell."""
        info = self._aside().get("program")
        return info if isinstance(info, dict) else {}

    def _aside(self) -> dict[str, Any]:
        if self._told is None:
            self._told = {}
            channel = None if self.fault else self._worker.fork()
            if channel is not None:
                turn = Turn(channel, {"aside": True}, self._worker.limits.reset_s)
                converse([turn], 1)
                channel.kill()
                self._told = turn.answer or {}
        return self._told

    def play(self) -> Play:
        """A fork of this state, ready for its first reply. A program that prevents the fork yields a play
        that is void already.
        """
        return Play(self, None if self.fault else self._worker.fork())

    def close(self) -> None:
        """End the process and its plays. Safe to call twice."""
        self._worker.close()

    def __enter__(self) -> Instance:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Play:
    """One episode in a process of its own. After `done`, the process is gone and the record stays."""

    def __init__(self, instance: Instance, channel: Channel | None) -> None:
        self._instance, self._worker = instance, instance._worker
        self._channel = channel
        self._waited = 0.0
        self.observation = instance.first_observation
        self.done = False
        self.outcome: str | None = None
        self.ret: float | None = None
        self.fault: str | None = None
        self.steps: list[dict[str, Any]] = []
        if channel is None:
            denied = "env_fault:ForkDenied" if self._worker.zygote.alive else "infra_fault"
            self._void(instance.fault or denied)

    @property
    def turn(self) -> int:
        """Replies played so far."""
        return len(self.steps)

    def act(self, reply: str) -> dict[str, Any]:
        """Play one reply. Returns `{"action", "observation", "reward", "terminated", "truncated"}`.

        A turn that ends in a fault makes the play void; its step then repeats the reply with an empty
        observation and is not recorded, and so does a reply after the end (as `spade_env.Episode` does).
        Raises ValueError for a reply longer than `MAX_REPLY` characters.
        """
        return self._worker.sandbox.act_many([(self, reply)])[0]

    def truncate_agent(self) -> None:
        """The agent ran out of tokens or context: the episode ends here, with return 0."""
        if not self.done:
            self._finish("truncated", 0.0, None)

    def transcript(self) -> dict[str, Any]:
        """The versioned record of this episode, as `spade_env.replay` would write it."""
        return {
            "version": TRANSCRIPT_VERSION,
            "env_sha256": hashlib.sha256(self._instance.source.encode("utf-8", "surrogatepass")).hexdigest(),
            "seed": self._instance.seed,
            "first_observation": self._instance.first_observation,
            "steps": [dict(step) for step in self.steps],
            "return": self.ret,
            "outcome": self.outcome or "unfinished",
            "fault": self.fault,
        }

    def close(self) -> None:
        """Kill the process; the record stays. Safe to call twice."""
        if self._channel is not None:
            self._channel.kill()
            self._channel = None

    def _request(self, reply: str) -> Turn | None:
        """The turn to converse about; None when the episode is over already."""
        if len(reply) > MAX_REPLY:
            raise ValueError(f"a reply may have at most {MAX_REPLY} characters, got {len(reply)}")
        if self.done or self._channel is None:
            return None
        return Turn(self._channel, {"reply": reply}, self._worker.limits.step_s)

    def _record(self, reply: str, turn: Turn | None) -> dict[str, Any]:
        """The step that a finished turn brought, after making it part of the record."""
        if turn is None:
            return blank_step(reply)
        self._waited += turn.waited
        fault = self._worker.fault_of(turn, self._waited)
        if fault is None:
            try:
                return self._take(reply, turn.answer or {})
            except (KeyError, TypeError, ValueError):
                fault = "env_fault:ProtocolError"
        self._void(fault)
        return blank_step(reply)

    def _take(self, reply: str, answer: dict[str, Any]) -> dict[str, Any]:
        """Check an answer and make it part of the record. Raises KeyError, TypeError or ValueError on a
        forged shape.
        """
        steps = [checked_step(step) for step in answer["steps"]]
        observation, done, outcome = text(answer["observation"]), answer["done"], answer["outcome"]
        if (
            len(steps) > 1
            or not isinstance(done, bool)
            or outcome not in _OUTCOMES
            or done == (outcome is None)
        ):
            raise ValueError("inconsistent answer")
        if not done and not steps:
            raise ValueError("no step")
        fault = clean_fault(answer["fault"]) if outcome == "void" else None
        ret = answer["return"]
        if done and outcome != "void":
            ret = number(ret)
        self.steps += steps
        self.observation = observation
        if done:
            self._finish(outcome, None if outcome == "void" else ret, fault)
        return steps[0] if steps else blank_step(reply)

    def _void(self, fault: str) -> None:
        self._finish("void", None, fault)

    def _finish(self, outcome: str, ret: float | None, fault: str | None) -> None:
        self.done, self.outcome, self.ret, self.fault = True, outcome, ret, fault
        self.close()
