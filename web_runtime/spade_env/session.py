"""One environment at a time, driven by JSON requests: what the browser player talks to.

A :class:`Session` holds a program and its current :class:`~spade_env.episode.Episode`. It adds no game
logic: resetting, boxing, acting and scoring are the Episode's. Requests and replies are flat JSON
objects, so any transport (a worker's message port, a pipe) can carry them.
"""

from __future__ import annotations

import contextlib
import json
import os
from typing import Any

from .checks import CHECKS, run_check
from .describe import describe
from .episode import Episode
from .offers import offers
from .program import LoadError, Program, load
from .transcript import replay, transcript_json

CHECK_SEEDS = (0, 1, 2, 3, 4)


class Session:
    """Answers requests ``{"op": ..., ...}``; every reply has ``"ok"`` and, when false, ``"error"``.

    Operations: ``open`` (source, seed, max_turns), ``act`` (reply), ``goto`` (replies: start over and play
    them), ``hint``, ``solution``, ``transcript``, ``replay`` (source, seed, replies, max_turns), ``checks``
    (their names) and ``check`` (source, name).
    """

    def __init__(self) -> None:
        self._program: Program | None = None
        self._episode: Episode | None = None
        self._opened: dict[str, Any] = {}

    def handle_json(self, text: str) -> str:
        """Reply to one JSON request with one JSON object; what the program prints goes nowhere."""
        with (
            open(os.devnull, "w", encoding="utf-8", errors="replace") as nowhere,
            contextlib.redirect_stdout(nowhere),
            contextlib.redirect_stderr(nowhere),
        ):
            return json.dumps(self.handle(json.loads(text)), ensure_ascii=False)

    def handle(self, request: dict[str, Any]) -> dict[str, Any]:
        """Reply to one request; an unknown ``op`` or a request before ``open`` is an error reply."""
        op = request.get("op")
        try:
            if op == "open":
                return self._open(request)
            if op == "replay":
                return self._replay(request)
            if op == "checks":
                return {"ok": True, "names": list(CHECKS)}
            if op == "check":
                return self._check(request)
            if self._episode is None:
                return {"ok": False, "error": "open a program first"}
            if op == "act":
                self._episode.act(str(request["reply"]))
                return self._state()
            if op == "goto":
                return self._goto(request["replies"])
            if op == "hint":
                return {"ok": True, "hint": self._episode.hint()}
            if op == "solution":
                return {"ok": True, "solution": self._episode.solution()}
            if op == "transcript":
                return {"ok": True, "transcript": self._episode.transcript()}
        except LoadError as error:
            return {"ok": False, "error": str(error), "stage": error.stage, "line": error.line}
        return {"ok": False, "error": f"unknown request '{op}'"}

    def _open(self, request: dict[str, Any]) -> dict[str, Any]:
        self._program = load(request["source"])
        self._opened = {"seed": int(request["seed"]), "max_turns": int(request.get("max_turns", 25))}
        self._episode = Episode(self._program, self._opened["seed"], max_turns=self._opened["max_turns"])
        return {**self._state(), "program": describe(self._program)}

    def _goto(self, replies: list[str]) -> dict[str, Any]:
        assert self._program is not None
        self._episode = Episode(self._program, self._opened["seed"], max_turns=self._opened["max_turns"])
        for reply in replies:
            if self._episode.done:
                break
            self._episode.act(str(reply))
        return self._state()

    def _replay(self, request: dict[str, Any]) -> dict[str, Any]:
        program = load(request["source"])
        transcript = replay(
            program, int(request["seed"]), request["replies"], max_turns=int(request.get("max_turns", 25))
        )
        # The text as well: a JavaScript reader cannot tell 1.0 from 1, bytes can.
        return {"ok": True, "transcript": transcript, "canonical": transcript_json(transcript)}

    def _check(self, request: dict[str, Any]) -> dict[str, Any]:
        if request["name"] not in CHECKS:
            return {"ok": False, "error": f"unknown check '{request['name']}'"}
        program = load(request["source"])
        result = run_check(request["name"], program, seeds=CHECK_SEEDS, max_turns=25)
        return {"ok": True, "name": result.name, "status": result.status, "sentence": result.sentence}

    def _state(self) -> dict[str, Any]:
        episode = self._episode
        assert episode is not None
        tools = episode.tools()
        found = offers("" if tools else episode.observation, "" if tools else episode.first_observation)
        return {
            "ok": True,
            "observation": episode.observation,
            "picture": episode.render(),
            "steps": [step.as_dict() for step in episode.steps],
            "turn": episode.turn,
            "turn_limit": episode.turn_limit,
            "done": episode.done,
            "outcome": episode.outcome,
            "return": episode.ret,
            "fault": episode.fault,
            "tools": tools,
            "moves": found.moves,
            "words": found.words,
        }
