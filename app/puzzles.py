"""Puzzles of "Beat the Reasoning Agent": environments the agent never won, chosen by rule from run logs.

Two sources: environments of a run (its own plays) and programs of the held-out bank (the episodes of every
evaluation in every run). A puzzle must be unsolved without the hint over enough plays, proved solvable by
execution, and readable; it is graded by a stated key. Nothing a run wrote is executed here.
"""

from __future__ import annotations

import hashlib
import math
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from app.bank_programs import is_listed, proof, random_rate
from app.programs import ProgramError, from_pool, from_run, pool_entries
from app.queries import RunStore
from pipeline.run_log import RunLogError

DEFAULT_PLAYS = 16
FALLBACK_PLAYS, MOST_PLAYS = 8, 10_000
LEVELS = 5
OPENING = 120
"""Characters of a first observation that a list shows."""
HELD_OUT = "held_out"
_WORST = ("easy", "medium", "hard")

_WORD = re.compile(r"[A-Za-z]+")

READABLE = (
    "only words that the corpus or the hand-written programs use; a title of two to four different words, "
    "the first with a capital letter; a summary of one sentence with 4 to 20 words; a first observation of "
    "60 to 700 printable characters that begins with a capital letter, names the form of a reply, offers no "
    "two equal replies and repeats no word twice in a row"
)
GRADED = (
    "the designer's own word (easy, medium, hard), then how rarely the agent won with the hint, then how "
    "rarely random play wins; five levels of equal size"
)

_RUN = """
    with p as (
        select env_id,
               count(*) filter (where arm = 'plain' and outcome <> 'void') as plays,
               count(*) filter (where arm = 'plain' and outcome = 'won') as wins,
               avg("return") filter (where arm = 'plain') as "return",
               avg(turns) filter (where arm = 'plain' and outcome <> 'void') as turns,
               count(*) filter (where arm = 'hint' and outcome <> 'void') as hint_plays,
               count(*) filter (where arm = 'hint' and outcome = 'won') as hint_wins,
               min(seed) filter (where arm = 'plain') as seed
        from plays group by env_id
    )
    select d.env_id, d.code_sha256 as sha256, d.title, d.summary, d.kind, d.skill, d.difficulty, d.step,
           d.first_observation, d.random_win_rate, p.plays, p.wins, p."return", p.turns, p.hint_plays,
           p.hint_wins, p.seed
    from designs d join p on d.env_id = p.env_id
    where d.valid and d.solvable = 'proved' and p.wins = 0 and p.plays > 0
      and coalesce(d.browser_verdict, 'exact') = 'exact'
    order by d.step, d.attempt
"""

_EVALS = """
    select program, count(*) filter (where arm = 'plain') as plays,
           count(*) filter (where arm = 'plain' and outcome = 'won') as wins,
           sum("return") filter (where arm = 'plain') as total,
           (sum(turns) filter (where arm = 'plain'))::double as turns,
           count(*) filter (where arm = 'hint') as hint_plays,
           count(*) filter (where arm = 'hint' and outcome = 'won') as hint_wins, min(seed) as seed
    from evals where suite = ? and outcome <> 'void' and program is not null
    group by program having plays > 0
"""

_EVAL_PLAYS = """
    select seed, arm, "return", outcome, turns, steps, first_observation, step
    from evals where suite = ? and program = ? order by seed, step, arm
"""


COUNTED = ("plays", "wins", "total", "turns", "hint_plays", "hint_wins")
"""Sums over the evaluations of a program of the held-out bank."""


@dataclass(frozen=True)
class Puzzle:
    """One environment and the numbers to beat. ``opening`` begins its first observation; ``turns`` and
    ``reward`` are means of the plain plays; ``random`` is random play's win rate, None where unmeasured."""

    id: str
    sha256: str
    title: str
    summary: str
    opening: str
    kind: str
    skill: str
    difficulty: str
    source: str
    seed: int
    plays: int
    wins: int
    reward: float | None
    turns: float | None
    hint_plays: int
    hint_wins: int
    random: float | None
    level: int = 0

    @property
    def hardness(self) -> tuple[int, float, float, str]:
        """Sort key of the grading, easiest first (:data:`GRADED`)."""
        word = _WORST.index(self.difficulty) if self.difficulty in _WORST else 1
        hinted = self.hint_wins / self.hint_plays if self.hint_plays else 0.0
        return word, -hinted, -(self.random or 0.0), self.id


def unreadable(title: str, summary: str, observation: str, words_known: frozenset[str]) -> str | None:
    """Why a text is no pleasure to read, or None where :data:`READABLE` holds."""
    words = title.split()
    if not re.fullmatch(r"[A-Z][A-Za-z]*( [A-Za-z]+){1,3}", title):
        return "the title is not two to four words, the first with a capital letter"
    if len({word.lower() for word in words}) < len(words):
        return "the title repeats a word"
    if not re.fullmatch(r"[A-Z][^.!?]*[A-Za-z0-9]{3}\.", summary) or not 4 <= len(summary.split()) <= 20:
        return "the summary is not one sentence of 4 to 20 words"
    if not 60 <= len(observation) <= 700 or not observation.replace("\n", "").isprintable():
        return "the first observation is not 60 to 700 printable characters"
    if not observation[0].isupper():
        return "the first observation does not begin with a capital letter"
    if "\\boxed{" not in observation and "<tool_call>" not in observation:
        return "the first observation does not name the form of a reply"
    offered = re.findall(r"\\boxed\{([^}]*)\}", observation)
    if len(set(offered)) < len(offered):
        return "the first observation offers the same reply twice"
    if re.search(r"\b([A-Za-z]{2,})\W{1,3}\1\b", f"{summary}\n{observation}", re.IGNORECASE):
        return "a word is repeated twice in a row"
    unknown = {word.lower() for word in _WORD.findall(f"{title} {summary} {observation}")} - words_known
    return f"no text here uses the word {min(unknown)!r}" if unknown else None


def readable(row: Mapping[str, Any], words: frozenset[str]) -> bool:
    """Whether a design's title, summary and first observation are a pleasure to read (:data:`READABLE`)."""
    texts = (row["title"] or "", row["summary"] or "", row["first_observation"] or "")
    return unreadable(*texts, words) is None


@lru_cache(maxsize=2)
def vocabulary(data: Path) -> frozenset[str]:
    """Lower-case words of the corpus and of the programs of the pools under ``data``."""
    files = [data / "corpus" / "passages.jsonl", *sorted((data / "pools").glob("*/*.py"))]
    texts = (file.read_text(encoding="utf-8", errors="replace") for file in files if file.is_file())
    return frozenset(word.lower() for text in texts for word in _WORD.findall(text))


def could_still_be(plays: int) -> float:
    """The largest solve rate that 0 wins in ``plays`` leaves possible at 95 % confidence."""
    return 1 - 0.05 ** (1 / plays)


def chosen(candidates: Iterable[Puzzle], plays: int) -> list[Puzzle]:
    """Puzzles with at least ``plays`` plays and no win, one per program and per title, graded 1 to 5."""
    kept: dict[str, Puzzle] = {}
    for puzzle in _pooled(candidates):
        if puzzle.plays >= plays and not puzzle.wins:
            kept.setdefault(f"{puzzle.title}\n{puzzle.summary}", puzzle)
    ranked = sorted(kept.values(), key=lambda puzzle: puzzle.hardness)
    return [replace(puzzle, level=1 + place * LEVELS // len(ranked)) for place, puzzle in enumerate(ranked)]


def _pooled(candidates: Iterable[Puzzle]) -> list[Puzzle]:
    """One puzzle per program: plays of the same program in several places are counted together."""
    found: dict[str, Puzzle] = {}
    for puzzle in candidates:
        known = found.get(puzzle.sha256)
        found[puzzle.sha256] = _together(known, puzzle) if known else puzzle
    return list(found.values())


def _together(a: Puzzle, b: Puzzle) -> Puzzle:
    def mean(x: float | None, y: float | None) -> float | None:
        return None if x is None or y is None else (x * a.plays + y * b.plays) / (a.plays + b.plays)

    return replace(
        a,
        plays=a.plays + b.plays,
        wins=a.wins + b.wins,
        reward=mean(a.reward, b.reward),
        turns=mean(a.turns, b.turns),
        hint_plays=a.hint_plays + b.hint_plays,
        hint_wins=a.hint_wins + b.hint_wins,
    )


def daily_order(puzzles: Iterable[Puzzle]) -> list[str]:
    """Ids in the order of the puzzle of the day: number of days since 1970-01-01 (UTC) modulo the length."""
    return sorted(
        (puzzle.id for puzzle in puzzles), key=lambda name: hashlib.sha256(name.encode()).hexdigest()
    )


class PuzzleRoutes:
    """``/data/puzzles.json?plays=`` (the book's contents) and ``/data/puzzle/<id>.json`` (one puzzle)."""

    def __init__(self, book: PuzzleBook):
        self._book = book

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/data/puzzles.json", self.contents),
            Route("/data/puzzle/{puzzle_id:path}.json", self.puzzle),
        ]

    def contents(self, request: Request) -> Response:
        text = request.query_params.get("plays", str(DEFAULT_PLAYS))
        if not re.fullmatch("[0-9]{1,9}", text) or not 1 <= int(text) <= MOST_PLAYS:
            return JSONResponse({"error": f"plays is {text!r}, expected 1 to {MOST_PLAYS}"}, status_code=400)
        return JSONResponse(finite(self._book.contents(int(text))), headers={"cache-control": "no-cache"})

    def puzzle(self, request: Request) -> Response:
        try:
            found = self._book.puzzle(request.path_params["puzzle_id"])
        except (ProgramError, RunLogError) as error:
            return JSONResponse({"error": str(error)}, status_code=404)
        return JSONResponse(finite(found), headers={"cache-control": "no-cache"})


def finite(value: Any) -> Any:
    """``value`` with NaN and infinities as null, which JSON cannot say."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    return [finite(item) for item in value] if isinstance(value, list) else value


class PuzzleBook:
    """The puzzles of a store of runs and the pools beside it; read again when a run has changed."""

    def __init__(self, store: RunStore, pools: Path):
        self._store, self._pools = store, pools
        self._words = vocabulary(pools.parent)
        self._known: tuple[tuple[Any, ...], list[Puzzle]] | None = None

    def contents(self, plays: int = DEFAULT_PLAYS) -> dict[str, Any]:
        """``puzzles.json``: the rule in words, the puzzles easiest first, the order of days.

        Where fewer than two environments have ``plays`` plays, :data:`FALLBACK_PLAYS` is applied and said.
        """
        candidates = self.candidates()
        applied, puzzles = plays, chosen(candidates, plays)
        if len(puzzles) < 2 and plays > FALLBACK_PLAYS:
            applied, puzzles = FALLBACK_PLAYS, chosen(candidates, FALLBACK_PLAYS)
        return {
            "asked": plays,
            "applied": applied,
            "could_still_be": could_still_be(applied),
            "readable": READABLE,
            "graded": GRADED,
            "candidates": len(candidates),
            "puzzles": [asdict(puzzle) for puzzle in puzzles],
            "daily": daily_order(puzzles),
        }

    def candidates(self) -> list[Puzzle]:
        """Every readable environment that was proved solvable and never won in its own run."""
        signature = self._signature()
        if self._known is None or self._known[0] != signature:
            names = [summary.run_id for summary in self._store.summaries() if not summary.problem]
            found = [puzzle for name in names for puzzle in self._safely(self._of_run, name)]
            self._known = (signature, [*found, *self._held_out(names)])
        return self._known[1]

    def puzzle(self, puzzle_id: str) -> dict[str, Any]:
        """What the player needs: program, episodes, and for the held-out bank ``random``, the share of random
        play that wins (a run's own puzzle has it in ``puzzles.json``). Raises :class:`ProgramError`."""
        source, _, name = puzzle_id.partition("/")
        random = None
        if source != HELD_OUT:
            playable = from_run(self._store, source, name, None)
            episodes = playable.episodes
        else:
            playable = from_pool(self._pools, HELD_OUT, name, None)
            runs = [summary.run_id for summary in self._store.summaries() if not summary.problem]
            episodes = [row for run in runs for row in self._safely(self._eval_plays, run, name)]
            seeds = sorted({row["seed"] for row in episodes})
            entries = {entry["file_name"]: entry for entry in pool_entries(self._pools, HELD_OUT)}
            if seeds and is_listed(playable.program["source"], entries.get(name, {})):
                random = random_rate(playable.program["source"], tuple(seeds))
        program = {**playable.program, "env_id": puzzle_id}
        return {"program": program, "episodes": episodes, "random": random}

    def _signature(self) -> tuple[Any, ...]:
        parts = []
        for summary in self._store.summaries():
            evals = summary.path / "evals"
            meta = summary.path / "run.json"
            parts.append((summary.run_id, *(f.stat().st_mtime if f.exists() else 0 for f in (meta, evals))))
        return tuple(parts)

    def _safely(self, read: Callable[..., list[Any]], *arguments: Any) -> list[Any]:
        """A damaged run costs its own puzzles only; the map says what is wrong with it."""
        try:
            return read(*arguments)
        except RunLogError:
            return []

    def _of_run(self, run: str) -> list[Puzzle]:
        rows = self._store.run(run).reader.rows(_RUN)
        name = self._store.name(run)
        return [
            _from_row(row, f"{run}/{row['env_id']}", f"by the policy itself: run {name}, step {row['step']}")
            for row in rows
            if readable(row, self._words)
        ]

    def _held_out(self, runs: list[str]) -> list[Puzzle]:
        sums: dict[str, dict[str, Any]] = {}
        for run in runs:
            for row in self._safely(lambda name: self._store.run(name).reader.rows(_EVALS, [HELD_OUT]), run):
                known = sums.setdefault(row["program"], dict.fromkeys(COUNTED, 0))
                for key in COUNTED:
                    known[key] += row[key] or 0
                known["seed"] = min(row["seed"], known.get("seed", row["seed"]))
        entries = {entry["file_name"]: entry for entry in pool_entries(self._pools, HELD_OUT)}
        found = []
        for name, counted in sorted(sums.items()):
            if name in entries and not counted["wins"]:
                puzzle = self._bank_puzzle(entries[name], counted)
                found += [puzzle] if puzzle else []
        return found

    def _bank_puzzle(self, entry: dict[str, Any], counted: dict[str, Any]) -> Puzzle | None:
        name = entry["file_name"]
        playable = from_pool(self._pools, HELD_OUT, name, None)
        source = playable.program["source"]
        if not is_listed(source, entry):
            return None
        proved, observation = proof(source, counted["seed"])
        title, summary = playable.program["title"], playable.program["summary"]
        if not proved or unreadable(title, summary, observation, self._words):
            return None
        row = {
            **entry,
            **counted,
            "title": title,
            "summary": summary,
            "first_observation": observation,
            "return": counted["total"] / counted["plays"],
            "turns": counted["turns"] / counted["plays"],
            "random_win_rate": None,
        }
        return _from_row(row, f"{HELD_OUT}/{name}", "by hand, held out from training")

    def _eval_plays(self, run: str, name: str) -> list[dict[str, Any]]:
        rows = self._store.run(run).reader.rows(_EVAL_PLAYS, [HELD_OUT, name])
        return [
            {
                **row,
                "play_id": "-".join(map(str, (run, row["step"], row["arm"], row["seed"]))),
                "hint": None,
                "completion_tokens": None,
            }
            for row in rows
        ]


def _from_row(row: dict[str, Any], puzzle_id: str, source: str) -> Puzzle:
    return Puzzle(
        id=puzzle_id,
        sha256=row["sha256"],
        title=row["title"],
        summary=row["summary"],
        opening=textwrap.shorten(row["first_observation"], OPENING, placeholder="…"),
        kind=row["kind"] or "game",
        skill=row["skill"] or "",
        difficulty=row["difficulty"] or "medium",
        source=source,
        seed=row["seed"],
        plays=row["plays"],
        wins=row["wins"],
        reward=row["return"],
        turns=row["turns"],
        hint_plays=row["hint_plays"],
        hint_wins=row["hint_wins"],
        random=row["random_win_rate"],
    )
