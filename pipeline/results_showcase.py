"""Showcase choices by rule: what the explorer and the README point at is found by a stated rule in the logs,
not picked by eye. A choice that a run does not offer is said to be absent, with the numbers that show it."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Any

from pipeline.results_runs import Recorded, reference_of
from pipeline.results_writing import Program, in_scope, longest

Row = dict[str, Any]

MIN_PLAYS = 8
PUZZLES = 12
COLLAPSE_STREAK = 10
COLLAPSE_DISTINCT = 0.5
"""A run has collapsed when one program was written this often in a row, or when less than this share of the
programs of its last third are distinct."""

EARLY_LATE_RULE = (
    "Of the valid environments of the main run that were played and proved solvable, take the skill with the "
    "most of them in the scarcer of the first and last third of training (ties by name); from each third "
    "show the one whose regret is nearest to that third's median regret of the skill, then the one whose "
    "length is nearest to the median, then the earliest."
)
NEVER_SOLVED_RULE = (
    f"Valid environments of the main run, proved solvable, with at least {MIN_PLAYS} plays without the hint "
    "and not one of them won; one per title, most plays first, then the hinted arm's win rate, then the "
    f"latest; at most {PUZZLES}."
)
TOOL_USE_RULE = (
    "Episodes without the hint in valid tool-use environments, from the main run if it has a won and a lost "
    "one, else from the tool-use run with the most steps: the won episode with the most turns, and the lost "
    "one with the most turns, of the same environment where there is one; ties to the latest step."
)
COLLAPSE_RULE = (
    f"A run without a corpus has collapsed if one program was written at least {COLLAPSE_STREAK} times in a "
    "row, texts that do not parse passed over, or if "
    f"fewer than {COLLAPSE_DISTINCT:.0%} of the programs that parse in its last third are distinct. "
    "If one has, show the program of its longest streak; if none has, say so and give the numbers."
)

_EARLY_LATE = """
    select env_id, step, attempt, skill, title, lines, regret, return_plain, turns_mean from designs
    where valid and solvable = 'proved' and isfinite(regret) and skill is not null order by step, attempt
"""
_NEVER_SOLVED = """
    with played as (
        select env_id, count(*) filter (where arm = 'plain' and outcome <> 'void')::int as plays,
               count(*) filter (where arm = 'plain' and outcome = 'won')::int as wins,
               count(*) filter (where arm = 'hint' and outcome <> 'void')::int as hinted_plays,
               count(*) filter (where arm = 'hint' and outcome = 'won')::int as hinted_wins
        from plays group by env_id
    )
    select d.env_id, d.step, d.skill, d.title, p.plays, p.wins, p.hinted_plays, p.hinted_wins,
           d.browser_verdict
    from designs d join played p using (env_id)
    where d.valid and d.solvable = 'proved' and p.plays >= ? and p.wins = 0
    order by p.plays desc, p.hinted_wins / greatest(p.hinted_plays, 1) desc, d.step desc, d.attempt
"""
_TOOL_EPISODES = """
    select p.play_id, p.env_id, p.step, p.outcome, p.turns, p.seed, d.title
    from plays p join designs d using (env_id)
    where d.valid and d.kind = 'tool_use' and p.arm = 'plain' and p.outcome in ('won', 'lost', 'truncated')
    order by p.turns desc, p.step desc, p.play_id
"""


def early_late(run: Recorded | None) -> Row:
    """The early-versus-late pair of the main run."""
    if run is None:
        return _absent(EARLY_LATE_RULE, "There is no 'spade' run.")
    size = max(1, run.steps // 3)
    by_skill: dict[str, tuple[list[Row], list[Row]]] = {}
    for row in run.reader.rows(_EARLY_LATE):
        thirds = by_skill.setdefault(row["skill"], ([], []))
        if row["step"] < size:
            thirds[0].append(row)
        elif row["step"] >= max(size, run.steps - size):
            thirds[1].append(row)
    skill = min(by_skill, key=lambda name: (-min(map(len, by_skill[name])), name), default=None)
    if skill is None or not min(map(len, by_skill[skill])):
        return _absent(EARLY_LATE_RULE, f"{run.run_id} has no skill with such environments in both thirds.")
    early, late = (_middle(rows) for rows in by_skill[skill])
    return {"rule": EARLY_LATE_RULE, "run_id": run.run_id, "skill": skill, "early": early, "late": late}


def _middle(rows: Sequence[Row]) -> Row:
    regret = statistics.median(row["regret"] for row in rows)
    length = statistics.median(row["lines"] or 0 for row in rows)
    return min(
        rows,
        key=lambda row: (
            abs(row["regret"] - regret),
            abs((row["lines"] or 0) - length),
            row["step"],
            row["attempt"],
        ),
    )


def never_solved(run: Recorded | None) -> Row:
    """Proved solvable, never won without the hint; at most :data:`PUZZLES`, and how many there are."""
    if run is None:
        return _absent(NEVER_SOLVED_RULE, "There is no 'spade' run.")
    rows = run.reader.rows(_NEVER_SOLVED, [MIN_PLAYS])
    if not rows:
        return _absent(NEVER_SOLVED_RULE, f"{run.run_id} holds no such environment.")
    titles: dict[str, Row] = {}
    for row in rows:
        titles.setdefault((row["title"] or row["env_id"]).lower(), row)
    return {
        "rule": NEVER_SOLVED_RULE,
        "run_id": run.run_id,
        "found": len(rows),
        "puzzles": list(titles.values())[:PUZZLES],
    }


def tool_use(main: Recorded | None, runs: Sequence[Recorded]) -> Row:
    """One won and one lost tool-use episode."""
    others = sorted(
        (run for run in runs if run.variant == "tool-use"), key=lambda run: (-run.steps, run.run_id)
    )
    tried = []
    for run in [*([main] if main else []), *others]:
        rows = run.reader.rows(_TOOL_EPISODES)
        won = [row for row in rows if row["outcome"] == "won"]
        lost = [row for row in rows if row["outcome"] != "won"]
        tried.append(f"{run.run_id} ({len(won)} won, {len(lost)} not won)")
        if won and lost:
            same = [row for row in lost if row["env_id"] == won[0]["env_id"]]
            return {"rule": TOOL_USE_RULE, "run_id": run.run_id, "won": won[0], "lost": (same or lost)[0]}
    return _absent(TOOL_USE_RULE, f"No run has both a won and a lost one: {', '.join(tried) or 'no run'}.")


def collapse(runs: Sequence[Recorded], written: dict[str, list[Program]]) -> Row:
    """The program a run without a corpus collapsed onto, or the numbers that say none did."""
    bare = [run for run in runs if run.option("corpus.enabled") is False]
    measured = [_collapse_facts(run, written[run.run_id]) for run in bare]
    if not measured:
        return _absent(COLLAPSE_RULE, "No run without a corpus is recorded.")
    worst = max(measured, key=lambda row: (row["collapsed"], row["streak"], row["run_id"]))
    facts: Row = {"rule": COLLAPSE_RULE, "measured": measured, "absent": None}
    for run, row in zip(bare, measured, strict=True):
        reference = reference_of(run, runs)
        row["reference"] = _collapse_facts(reference, written[reference.run_id]) if reference else None
    if worst["collapsed"]:
        return {**facts, "collapse": worst}
    said = (
        f"No run without a corpus collapsed: the longest streak of one program is {worst['streak']} "
        f"({worst['run_id']}), and {worst['distinct_share']:.0%} of the programs of its last third are "
        "distinct."
        if worst["programs"]
        else f"{worst['run_id']} wrote no program that parses in its last third."
    )
    return {**facts, "absent": said}


def _collapse_facts(run: Recorded, programs: Sequence[Program]) -> Row:
    parsed = [program for program in programs if program.mark]
    start, length = longest([program.mark for program in parsed])
    first = parsed[start].row if length else None
    size = max(1, run.steps // 3)
    late = in_scope(programs, "written", max(0, run.steps - size), run.steps)
    distinct = len({program.mark for program in late}) / len(late) if late else 0.0
    return {
        "run_id": run.run_id,
        "streak": length,
        "env_id": first["env_id"] if first else None,
        "title": first["title"] if first else None,
        "streak_steps": [parsed[start].step, parsed[start + length - 1].step] if length else None,
        "programs": len(late),
        "distinct_share": distinct,
        "collapsed": length >= COLLAPSE_STREAK or bool(late and distinct < COLLAPSE_DISTINCT),
    }


def _absent(rule: str, why: str) -> Row:
    return {"rule": rule, "absent": why}
