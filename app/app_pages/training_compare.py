"""Training page, "Compare": what two runs were writing at the same steps."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from app.address import show as ask_for
from app.address import write
from app.app_pages.training_charts import overlay_chart, per_hundred_chart, shares_chart
from app.app_pages.training_parts import Scene, sentences, show
from app.text import number, plain
from app.text import share as share_of
from app.training_queries import COMPARED
from app.training_runs import RunHead
from app.training_series import Writing, pooled, share, writing

TITLES, OBSERVATIONS = 10, 4


def compare_view(scene: Scene, heads: list[RunHead]) -> None:
    """Two columns, the same steps: titles, first observations, distinct programs, longest streak."""
    others = {head.run_id: head for head in heads if head.run_id != scene.head.run_id and head.steps}
    if not others:
        st.info(
            "A comparison needs a second run with complete steps, for example one trained with "
            "`--preset no-corpus` or `--preset no-memory`.",
            icon=":material/compare_arrows:",
        )
        return
    pair = (scene.head, others[_beside(scene, others)])
    steps = _steps(scene, min(head.steps for head in pair))
    with sentences():
        _columns(scene, pair, steps)
    with sentences():
        _overlays(scene, pair)


def _beside(scene: Scene, others: dict[str, RunHead]) -> str:
    names = {run: str(head.name) for run, head in others.items()}
    default = next(iter(others))
    asked = scene.address.choice("with", list(others), default, names)
    return st.selectbox(
        "Beside", list(others), format_func=names.__getitem__, key=ask_for("with", asked), on_change=write,
        args=("with", default), width=380,
    )  # fmt: skip


def _steps(scene: Scene, common: int) -> tuple[int, int]:
    if common == 1:
        return 0, 0
    chosen = st.slider(
        "At steps", 0, common - 1, (max(0, common - 10), common - 1), key="at", bind="query-params", width=420
    )
    first, last = int(chosen[0]), int(chosen[1])
    scene.address.check("at", (first, last), f"two steps from 0 to {common - 1}, as in at=0&at={common - 1}")
    return first, last


def _columns(scene: Scene, pair: tuple[RunHead, RunHead], steps: tuple[int, int]) -> None:
    rows = [scene.queries.written(head.run_id, *steps) for head in pair]
    wrote = [writing(found) for found in rows]
    facts = {str(head.name): _facts(found) for head, found in zip(pair, wrote, strict=True)}
    st.table(pd.DataFrame(facts))
    if any(len(found) == COMPARED for found in rows):
        st.caption(f"Of each run, the first {COMPARED} attempts of these steps.")
    st.caption(
        "Programs are the same when their syntax trees are, comments, layout and docstrings aside; a text "
        "that "
        "does not parse counts only as an attempt. Titles and observations come from all attempts."
    )
    for column, head, found in zip(st.columns(2), pair, wrote, strict=True):
        with column, st.container(border=True, height="stretch"):
            st.subheader(plain(str(head.name)), anchor=False)
            st.caption(plain(head.words))
            _writing(found)


def _facts(found: Writing) -> dict[str, str]:
    share_distinct = f" ({share_of(found.distinct, found.parsed)})" if found.parsed else ""
    share_valid = f" ({share_of(found.valid, found.attempts)})" if found.attempts else ""
    return {
        "design attempts": f"{found.attempts:,}",
        "programs that parse": f"{found.parsed:,}",
        "valid": f"{found.valid:,}{share_valid}",
        "distinct programs": f"{found.distinct:,}{share_distinct}",
        "longest streak of one program": f"{found.streak:,}",
        "different titles": f"{len(found.titles):,}",
        "return without hint": number(found.return_plain),
        "regret": number(found.regret),
    }


def _writing(found: Writing) -> None:
    if not found.attempts:
        st.markdown("Nothing was written at these steps.")
        return
    if found.streak > 1:
        st.markdown(f"Longest streak: **{found.streak} × {plain(found.streak_title)}**")
    st.markdown("**What it was writing**")
    lines = [f"* {count} × {plain(title)}" for title, count in found.titles[:TITLES]]
    if more := len(found.titles) - TITLES:
        lines += [f"* and {more} other titles"] if more > 0 else []
    if untitled := found.attempts - sum(count for _, count in found.titles):
        lines.append(f"* {untitled} without a title")
    st.markdown("\n".join(lines))
    st.markdown("**First observations**")
    for text, count in found.observations[:OBSERVATIONS]:
        st.caption(f"{count} ×" if count > 1 else "once")
        st.code(text, language=None, wrap_lines=True)


def _overlays(scene: Scene, pair: tuple[RunHead, RunHead]) -> None:
    source = " and ".join(str(head.name) for head in pair)
    steps = {str(head.name): scene.queries.steps(head.run_id) for head in pair}
    for column, (key, title, y) in zip(
        st.columns(2),
        (("plain", "Return without hint", "mean return per episode"),
         ("regret", "Regret", "return with hint − without")),
        strict=True,
    ):  # fmt: skip
        series = [(name, pooled(rows, key, scene.smooth)) for name, rows in steps.items()]
        table = [
            {"run": name, "step": p.step, "environments": p.count, "mean": p.mean, "standard error": p.error}
            for name, points in series
            for p in points
        ]
        with column:
            show(
                overlay_chart(title, series, source, scene.colours, y=y),
                f"two-{key}",
                f"{title} per step, runs {source}",
                f"{scene.averaged} Bands: 95 % interval of the mean over environments. Each run plays the "
                "environments it wrote itself.",
                table,
            )
    left, right = st.columns(2)
    with left:
        shares = [(name, share(rows, "valid", "attempts", scene.smooth)) for name, rows in steps.items()]
        show(
            shares_chart("Valid designs", shares, source, scene.colours, y="share of attempts"),
            "two-valid",
            f"Share of valid designs per step, runs {source}",
            f"{scene.averaged} Bands: 95 % interval of the share.",
            [
                {"run": n, "step": p.step, "attempts": p.count, "share": p.mean}
                for n, ps in shares
                for p in ps
            ],
        )
    with right, sentences():
        _distinct(scene, pair, source)


def _distinct(scene: Scene, pair: tuple[RunHead, RunHead], source: str) -> None:
    series, lacking = [], []
    for head in pair:
        found = scene.queries.diversity(head.run_id)
        if found is None:
            lacking.append(f"`python -m pipeline.diversity {head.path}`")
            continue
        rows = [row for row in found["rows"] if row["scope"] == "written"]
        series.append((str(head.name), [{"step": row["step"], "value": row["distinct"]} for row in rows]))
    if lacking:
        st.info(f"Distinct programs per 100 are not computed: {' and '.join(lacking)}.")
    if series:
        show(
            per_hundred_chart(
                "Distinct programs", series, source, scene.colours, y="distinct programs per 100"
            ),
            "two-distinct",
            f"Distinct programs among the last 100 per step, runs {source}",
            "Among the last 100 programs that parse, by syntax tree.",
            [{"run": name, **row} for name, rows in series for row in rows],
        )
