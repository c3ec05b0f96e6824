"""Training page, "Live": a running job followed, and what the page says when one ends or dies."""

from __future__ import annotations

import streamlit as st

from app.app_pages.training_charts import regret_chart, returns_chart
from app.app_pages.training_parts import Scene, numbers, sentences
from app.charts import CONFIG
from app.text import number, plain
from app.training_runs import Pulse, RunHead
from app.training_series import duration, pooled
from pipeline.run_log import RunLogError

FOLLOW_S, SLOWEST_S, BANNER_S = 4, 15, 10


def status_banner(scene: Scene) -> None:
    """One line on how the run stands. While it runs, the line keeps itself up to date."""
    if scene.head.running:
        st.fragment(_running_banner, run_every=BANNER_S)(scene)
    else:
        _ended(scene.head)


def live_view(scene: Scene) -> None:
    """Progress, pace and the last designs; follows the run while it says that it runs."""
    st.fragment(_follow, run_every=_beat(scene) if scene.head.running else None)(scene)


def _beat(scene: Scene) -> float:
    """Seconds between two looks: several a step, and no more, since each draws the charts anew."""
    try:
        pace = scene.queries.pulse(scene.head).pace_s or 0.0
    except RunLogError:
        pace = 0.0  # what is drawn says so
    return min(SLOWEST_S, max(FOLLOW_S, pace / 4))


def _running_banner(scene: Scene) -> None:
    with sentences():
        head = _fresh(scene)
        if head is None:
            return
        pulse = scene.queries.pulse(head)
        _standing(head, pulse)
        new = head.steps - scene.head.steps
        if new > 0 and st.button(f"Draw {new} new step{'s' if new > 1 else ''}", icon=":material/refresh:"):
            st.rerun(scope="app")


def _follow(scene: Scene) -> None:
    with sentences():
        head = _fresh(scene)
        if head is None:
            return
        if head.planned:
            share = min(1.0, head.steps / head.planned)
            st.progress(share, f"{head.steps} of {head.planned} steps")
        if not head.steps:
            st.info("No step is complete yet; the first one shows here.", icon=":material/hourglass_top:")
            return
        _cards(scene, head)
        steps = scene.queries.steps(head.run_id)
        left, right = st.columns(2)
        plain_arm, hint_arm = (pooled(steps, arm, scene.smooth) for arm in ("plain", "hint"))
        figure = returns_chart(plain_arm, hint_arm, steps, scene.source, scene.colours)
        left.plotly_chart(figure, key="live-returns", theme=None, alt="Return per step so far", config=CONFIG)
        figure = regret_chart(pooled(steps, "regret", scene.smooth), scene.source, scene.colours)
        right.plotly_chart(figure, key="live-regret", theme=None, alt="Regret per step so far", config=CONFIG)
        st.caption(f"{scene.averaged} The same charts with their bands explained and as tables: Progress.")
        _last_designs(scene, head)


def _fresh(scene: Scene) -> RunHead | None:
    """The run as its files are now. A run that ended since the page was drawn draws the page again."""
    heads, problems = scene.queries.heads()
    head = next((head for head in heads if head.run_id == scene.head.run_id), None)
    if head is None:
        for problem in problems:
            st.warning(plain(problem), icon=":material/warning:")
        st.warning(plain(f"{scene.head.path} can no longer be read as a run"), icon=":material/warning:")
    elif scene.head.running and not head.running:
        st.rerun(scope="app")
    return head


def _standing(head: RunHead, pulse: Pulse) -> None:
    done = f"step {head.steps}" + (f" of {head.planned}" if head.planned else "")
    if pulse.stalled:
        st.warning(
            f"{plain(str(head.path / 'run.json'))} says the run is going ({done}), but none of its files "
            "has changed "
            f"for {duration(pulse.silent_s)} (more than {duration(pulse.patience_s)}: two minutes or four "
            "times its "
            "slowest recent step). The job has probably ended without a word. Continue it with "
            f"`python pipeline/run.py --resume {head.path}`.",
            icon=":material/heart_broken:",
        )
        return
    words = [f"Running: {done} complete"]
    if pulse.pace_s is not None:
        words.append(f"{pulse.pace_s:.1f} s a step (median of the last 20)")
    if pulse.left_s is not None:
        words.append(f"about {duration(pulse.left_s)} left at that pace")
    words.append(f"last written {duration(max(0.0, pulse.silent_s))} ago")
    st.info(", ".join(words) + ".", icon=":material/play_circle:")


def _ended(head: RunHead) -> None:
    done = f"{head.steps} of {head.planned} steps" if head.planned else f"{head.steps} steps"
    status = head.meta.get("status")
    if status == "interrupted":
        st.info(
            f"This run was interrupted after {done}. Continue it with `python pipeline/run.py --resume "
            f"{head.path}`.",
            icon=":material/pause_circle:",
        )
    elif status == "failed":
        why = f": {plain(str(head.meta['problem']))}" if head.meta.get("problem") else ""
        st.error(f"This run failed after {done}{why}", icon=":material/error:")
    elif status != "complete":
        st.warning(
            plain(f"{head.path / 'run.json'} has the unknown status {status!r}"), icon=":material/warning:"
        )


def _cards(scene: Scene, head: RunHead) -> None:
    pulse = scene.queries.pulse(head)
    steps = scene.queries.steps(head.run_id)
    last = steps[-1] if steps else {}
    left = "done" if not head.running else "unknown" if pulse.left_s is None else duration(pulse.left_s)
    if head.running and pulse.stalled:
        left = "stopped?"
    facts = (
        ("Time left", left),
        ("Seconds a step", number(pulse.pace_s, ".1f")),
        ("Valid, last step", f"{last.get('valid', 0)} of {last.get('attempts', 0)}"),
        ("Attempts so far", f"{head.meta['counts'].get('designs', 0):,}"),
    )
    with st.container(horizontal=True):
        for label, value in facts:
            st.metric(label, value, border=True, height="stretch")


def _last_designs(scene: Scene, head: RunHead) -> None:
    st.subheader("The last designs", anchor=False)
    rows = scene.queries.last_designs(head.run_id)
    for row in rows:
        verdict = "valid" if row["valid"] else f"rejected at {row['verdict_stage'] or 'unknown'}"
        played = ""
        if row["return_plain"] is not None:
            played = f" · without hint {number(row['return_plain'])}, with {number(row['return_hint'])}"
        title, skill = plain(row["title"] or "untitled"), plain(row["skill"] or "no skill")
        name = f"**{title}** · step {row['step']} · {skill}"
        st.markdown(f"{name} · {plain(verdict)}{played}")
        words = row["first_observation"] if row["valid"] else row["verdict_reason"]
        if words:
            st.caption(plain(words[:300]))
    numbers("last-designs", rows)
