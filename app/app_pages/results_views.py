"""Results page: one function per section of our own figures, held-out scores aside."""

from __future__ import annotations

import streamlit as st

from app.address import one_of
from app.app_pages.results_charts import (
    arms_figure,
    blocks_figure,
    intervals_figure,
    per_hundred_figure,
    quadrants_figure,
    sizes_figure,
)
from app.app_pages.results_parts import Results, Row, choose_setting, interval, nothing, of_setting
from app.app_pages.training_parts import numbers, show
from app.text import number, plain


def ablations_view(results: Results) -> None:
    """Every variant against ``spade`` at the same step and seed, paired; then seeds of one variant."""
    every = results["ablations"]["rows"]
    if not every:
        nothing("No run of another preset is recorded, so nothing can be compared with spade.")
        return
    setting = choose_setting([row for row in every if row["problem"] is None], results.address)
    rows = of_setting(every, setting)
    for row in every:
        if row["problem"]:
            st.info(f"{plain(results.name(row['run_id']))}: {plain(row['problem'])}.", icon=":material/info:")
    if rows:
        ids = [name for row in rows for name in (row["run_id"], row["reference"])]
        show(
            intervals_figure(
                rows,
                [f"{results.name(row['run_id'])}, step {row['step']}" for row in rows],
                "Held-out score against spade",
                "difference in score",
                results.source(ids),
                results.colours,
            ),
            "ablations",
            "Held-out score of every variant minus that of spade at the same step, with intervals",
            f"{results['ablations']['intervals']} Left of zero: worse than spade. "
            f"Runs: {results.conditions(ids, setting)}",
            [_ablation(results, row) for row in rows],
        )
        unlike = [results.name(row["run_id"]) for row in rows if not row["same_rules"]]
        if unlike:
            st.warning(f"Played under other limits than spade: {plain(', '.join(unlike))}.")
        other_seed = [results.name(row["run_id"]) for row in rows if row["seed"] != row["reference_seed"]]
        if other_seed:
            st.warning(f"Compared with a spade run of another seed: {plain(', '.join(other_seed))}.")
    seeds = of_setting(results["ablations"]["seeds"], setting)
    for row in seeds:
        st.markdown(
            f"**Seeds of {plain(row['variant'])}** at step {row['step']}: mean {row['mean']:.3f}, from "
            f"{row['least']:.3f} to {row['most']:.3f} over {len(row['runs'])} runs. A difference smaller "
            f"than "
            "this spread may be a matter of the seed."
        )
        named = [{"run": results.full_name(one.pop("run_id")), **one} for one in map(dict, row["runs"])]
        numbers(f"seeds-{row['variant']}-{row['model']}", named)


SCOPES = ("written", "valid")


def _span(end: int | None) -> str:
    """Steps up to ``end`` as the choice and the address say them; None where there is nothing to choose."""
    return "nothing" if end is None else f"0 to {end}"


def diversity_view(results: Results) -> None:
    """Distinct programs and Vendi score per 100, streaks, and two runs side by side at the same steps."""
    found = results["diversity"]
    scope = st.segmented_control(
        "Count", SCOPES, default="written", required=True, key="scope", bind="query-params",
        help="Written: every program that parses. Valid: environments only, from which copies were rejected.",
    )  # fmt: skip
    results.address.check("scope", scope, one_of(SCOPES))
    ends = sorted({row["last_step"] for row in found["rows"] if row["scope"] == scope})
    wanted = st.selectbox(
        "Steps", ends, index=0, format_func=_span, key="until", bind="query-params", width=240
    )
    results.address.check("until", _span(wanted), one_of([_span(end) for end in ends]))
    rows = [row for row in found["rows"] if row["scope"] == scope and row["last_step"] == wanted]
    if not rows:
        nothing("No run has written a program that parses.")
        return
    names = [results.name(row["run_id"]) for row in rows]
    ids = [row["run_id"] for row in rows]
    draws = (
        f"Mean of {found['draws']} draws of {found['size']} programs; the bars' ends are the least and most "
    )
    draws += "of the draws, which says nothing of other seeds. "
    table = [
        {"run": name, "steps": f"{row['first_step']}–{row['last_step']}", "programs": row["programs"],
         "draws": row["draws"], "drawn": row["size"], "distinct": row["distinct"], "Vendi": row["vendi"]}
        for name, row in zip(names, rows, strict=True)
    ]  # fmt: skip
    for column, (measure, title) in zip(
        st.columns(2), (("distinct", "Distinct programs"), ("vendi", "Vendi score")), strict=True
    ):
        with column:
            if measure == "vendi" and not found["embedding"]:
                nothing("Vendi scores were left out when these files were made (--no-vendi).")
                continue
            show(
                per_hundred_figure(rows, names, measure, title, results.source(ids), results.colours),
                f"per-hundred-{measure}",
                f"{title} per 100 for every run, steps 0 to {wanted}",
                f"{draws}{results.conditions(ids)}",
                table,
            )
    _streaks(results)
    for number_, pair in enumerate(found["side_by_side"]):
        _side_by_side(results, pair, number_)


def _streaks(results: Results) -> None:
    rows = results["diversity"]["streaks"]
    longest = [row for row in rows if row["of"] == "program"]
    st.markdown("**Longest streak of one program** (texts that do not parse passed over)")
    st.markdown(
        "\n".join(
            f"* {plain(results.name(row['run_id']))}: {row['streak']} in a row of {row['among']:,} "
            "programs" + (f" ({plain(row['title'])})" if row["streak"] > 1 and row["title"] else "")
            for row in longest
        )
    )
    numbers("streaks", rows)


def _side_by_side(results: Results, pair: Row, place: int) -> None:
    sides = (pair["with_corpus"], pair["without_corpus"])
    st.subheader(
        f"Steps {sides[0]['first_step']} to {sides[0]['last_step']}, with and without a corpus", anchor=False
    )
    for column, side in zip(st.columns(2), sides, strict=True):
        with column, st.container(border=True, height="stretch"):
            st.markdown(f"**{plain(results.name(side['run_id']))}**")
            st.caption(
                f"{side['attempts']} attempts, {side['parsed']} parse, {side['valid']} valid, "
                f"{side['distinct']} "
                f"distinct, {side['different_titles']} titles"
            )
            st.markdown(
                "\n".join(f"* {t['count']} × {plain(t['title'])}" for t in side["titles"]) or "Nothing."
            )
            for observation in side["first_observations"]:
                st.code(observation["text"], language=None, wrap_lines=True)


def curriculum_view(results: Results) -> None:
    """Return, regret, quadrants, length and turns of one run over training."""
    rows = results["curriculum"]["rows"]
    ids = list(dict.fromkeys(row["run_id"] for row in rows))
    if not ids:
        nothing("No run has a complete step.")
        return
    ids.sort(key=lambda run: run != results.main)
    run = st.selectbox(
        "Run", ids, format_func=results.name, key="curriculum-run", bind="query-params", width=420
    )
    results.address.check("curriculum-run", results.name(run), one_of([results.name(run) for run in ids]))
    own = [row for row in rows if row["run_id"] == run]
    width = results["curriculum"]["blocks"][run]
    note = (
        f"Blocks of {width} step{'s' if width > 1 else ''}. On environments that the run wrote at those "
        f"steps, which "
        f"change as it learns: no measure of skill. {results.conditions([run])}"
    )
    source, colours, series = results.source([run]), results.colours, [(results.name(run), own)]
    figures = (
        (arms_figure(own, source, colours), "returns", "Return of both arms over training",
         "Bands: 95 % interval over environments."),
        (blocks_figure(series, "regret", "Regret", source, colours, y="return with hint − without"),
         "regret", "Regret over training", "Bands: 95 % interval over environments."),
        (quadrants_figure(own, source, colours), "quadrants",
         "Shares of the regret quadrants over training", "Of valid environments that were played."),
        (blocks_figure(series, "lines", "Program length", source, colours, y="lines", zero=True),
         "lines", "Lines per program over training", "Median; bands: middle half of the environments."),
        (blocks_figure(series, "turns_mean", "Turns per episode", source, colours, y="turns", zero=True),
         "turns", "Turns per episode over training", "Median; bands: middle half of the environments."),
    )  # fmt: skip
    for start in range(0, len(figures), 2):
        for column, (figure, key, alt, said) in zip(st.columns(2), figures[start : start + 2], strict=False):
            with column:
                show(figure, f"curriculum-{key}", alt, f"{said} {note}", own)


def sizes_view(results: Results) -> None:
    """The same experiment from models of different size."""
    rows = results["sizes"]["rows"]
    if not rows:
        nothing("No spade run was evaluated both before and after training.")
        return
    setting = choose_setting(rows, results.address)
    rows = of_setting(rows, setting)
    names = [_size(row) for row in rows]
    ids = [row["run_id"] for row in rows]
    if len(rows) < 2:
        st.info("Only one model size is recorded.", icon=":material/info:")
    show(
        sizes_figure(rows, names, results.source(ids), results.colours),
        "sizes",
        "Held-out score before and after training for every model size",
        f"{results['sizes']['intervals']} {results.conditions(ids, setting)}",
        [
            {"model": name, "run": results.full_name(row["run_id"]), "step": row["step"],
             "before": row["base_score"], "before, 95 %": interval(row["base_low"], row["base_high"]),
             "after": row["score"], "after, 95 %": interval(row["low"], row["high"]),
             "difference": row["difference"],
             "difference, 95 %": interval(row["difference_low"], row["difference_high"])}
            for name, row in zip(names, rows, strict=True)
        ],
    )  # fmt: skip


def conditions_view(results: Results) -> None:
    """How every run was made, and what is missing."""
    for sentence in results["runs"]["missing"]:
        st.markdown(f"* {plain(sentence)}")
    for row in results["runs"]["runs"]:
        with st.container(border=True):
            st.markdown(f"**{plain(results.full_name(row['run_id']))}**")
            hours = "time not recorded" if row["hours"] is None else f"{row['hours']:.1f} h"
            counts = row["counts"]
            st.caption(
                f"preset {plain(row['variant'])}; {plain(row['model'])}; seed {row['seed']}; "
                f"{row['steps']} of {row['planned_steps'] or '?'} steps "
                f"({plain(str(row['status']))}); {plain(row['machine'] or 'machine not recorded')}; "
                f"{hours}; code "
                f"{plain(str(row['code']))}; {counts.get('designs', 0):,} attempts, "
                f"{counts.get('valid', 0):,} valid, "
                f"{counts.get('plays', 0):,} episodes"
            )
    measured = [
        {"run": results.full_name(row["run_id"]), **one}
        for row in results["runs"]["runs"]
        for one in row["evaluations"]
    ]
    numbers("evaluations", measured)


def _ablation(results: Results, row: Row) -> Row:
    return {
        "run": results.full_name(row["run_id"]),
        "against": results.full_name(row["reference"]),
        "step": row["step"],
        "score": row["score"],
        "95 % interval": interval(row["low"], row["high"]),
        "spade": row["reference_score"],
        "difference": row["difference"],
        "difference, 95 %": interval(row["difference_low"], row["difference_high"], "+.3f"),
        "pairs": row["pairs"],
        "what differs": "; ".join(row["differs"]),
    }


def _size(row: Row) -> str:
    name = row["model"].rstrip("/").rsplit("/", 1)[-1]
    return f"{name} ({number(row['parameters'] / 1e6, '.1f')} M)" if row["parameters"] else name
