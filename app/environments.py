"""Whole environments out of a run log, ready for JSON: any number of them with one statement per table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from app.reading import has_points, has_topics
from app.run_names import RunName
from pipeline.run_log import RunLogError, RunReader

MOST_CHILDREN = 20
"""Children that are listed; of the others there is a count."""

Rows = list[dict[str, Any]]

_PLAYS = """
    select env_id, play_id, arm, seed, "return", outcome, fault, turns, prompt_tokens, completion_tokens,
           first_observation, hint, steps
    from plays where step between ? and ? and env_id in (select unnest(?)) order by seed, play_id, arm
"""

_CHILDREN = """
    with links as (
        select unnest(list_distinct(parent_ids)) as parent, env_id, step, attempt
        from designs where valid and list_has_any(parent_ids, ?)
    )
    select parent, env_id, count(*) over (partition by parent) as total from links
    where parent in (select unnest(?))
    qualify row_number() over (partition by parent order by step, attempt) <= ?
    order by step, attempt
"""

_TOPICS = """
    select p.env_id, arg_max(t.label, t.level) as label
    from points p join topics t on t.topic = p.topic where p.env_id in (select unnest(?)) group by p.env_id
"""

_NEAREST = "select env_id, neighbors, neighbor_similarity from points where env_id in (select unnest(?))"
_DESIGNS = "select * from designs where env_id in (select unnest(?))"
_TITLES = "select env_id, title, step from designs where env_id in (select unnest(?))"


def environments(reader: RunReader, env_ids: Sequence[str]) -> Rows:
    """The designs ``env_ids``, each with its plays, relatives and nearest environments, in that order; ids
    that the run does not hold are left out.

    Raises :class:`RunLogError` when the run's designs or its map cannot be read. What keeps episodes from
    being read is among the ``problems`` of their environment.
    """
    ids = list(env_ids)
    designs = {row["env_id"]: row for row in reader.rows(_DESIGNS, [ids])}
    children = _grouped(reader.rows(_CHILDREN, [ids, ids, MOST_CHILDREN]), "parent")
    mapped = has_points(reader)
    near = {row["env_id"]: row for row in reader.rows(_NEAREST, [ids])} if mapped else {}
    topics = reader.rows(_TOPICS, [ids]) if mapped and has_topics(reader) else []
    labels = {row["env_id"]: row["label"] for row in topics}
    plays, problems = _plays(reader, list(designs.values()))
    related = {other for row in designs.values() for other in row["parent_ids"] or []}
    related |= {row["env_id"] for rows in children.values() for row in rows}
    related |= {other for row in near.values() for other in row["neighbors"]}
    titles = {row["env_id"]: row for row in reader.rows(_TITLES, [list(related)])}
    name = str(RunName.of(reader.path.name, reader.meta))
    return [
        {
            "run": reader.run_id,
            "run_name": name,
            "design": designs[env_id],
            "plays": plays.get(env_id, []),
            "problems": problems[env_id],
            "parents": _parents(designs[env_id], titles),
            "children": [titles[row["env_id"]] for row in children.get(env_id, [])],
            "children_total": children[env_id][0]["total"] if env_id in children else 0,
            "nearest": _nearest(near.get(env_id), titles),
            "topic": labels.get(env_id),
        }
        for env_id in ids
        if env_id in designs
    ]


def _parents(design: dict[str, Any], titles: dict[str, dict[str, Any]]) -> Rows:
    """env_id, title and step of those the run holds, then the others with ``known`` false."""
    ids = design["parent_ids"] or []
    lost = [{"env_id": env_id, "known": False} for env_id in ids if env_id not in titles]
    return [titles[env_id] for env_id in ids if env_id in titles] + lost


def _nearest(row: dict[str, Any] | None, titles: dict[str, dict[str, Any]]) -> Rows:
    if row is None:
        return []
    pairs = zip(row["neighbors"], row["neighbor_similarity"], strict=True)
    return [{**titles[env_id], "similarity": likeness} for env_id, likeness in pairs if env_id in titles]


def _plays(reader: RunReader, designs: Rows) -> tuple[dict[str, Rows], dict[str, list[str]]]:
    """Episodes by environment, and for each a sentence about every file that keeps some from being read."""
    steps = {row["step"] for row in designs}
    said = {step: _missing(reader, step) for step in steps}
    problems = {row["env_id"]: list(said[row["step"]]) for row in designs}
    if not designs:
        return {}, problems
    try:
        rows = reader.rows(_PLAYS, [min(steps), max(steps), list(problems)])
    except RunLogError as error:
        if len(designs) == 1:
            return {}, {env_id: [*known, str(error)] for env_id, known in problems.items()}
        return _one_by_one(reader, designs)
    return _grouped(rows, "env_id"), problems


def _one_by_one(reader: RunReader, designs: Rows) -> tuple[dict[str, Rows], dict[str, list[str]]]:
    """A torn file costs the episodes of its own environments only."""
    plays: dict[str, Rows] = {}
    problems: dict[str, list[str]] = {}
    for design in designs:
        found, said = _plays(reader, [design])
        plays |= found
        problems |= said
    return plays, problems


def _missing(reader: RunReader, step: int) -> list[str]:
    file = reader.step_file("plays", step)
    problems = [problem for problem in reader.problems if str(file) in problem]
    if not file.exists():
        problems.append(f"{file} is missing, so the episodes of this environment cannot be shown")
    return problems


def _grouped(rows: Iterable[dict[str, Any]], key: str) -> dict[str, Rows]:
    """Rows by their ``key``, which they lose."""
    found: dict[str, Rows] = defaultdict(list)
    for row in rows:
        found[row.pop(key)].append(row)
    return dict(found)
