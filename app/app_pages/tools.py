"""Tool use: a simulated backend worked through forms, beside two of the agent's own episodes."""

from __future__ import annotations

import streamlit as st

from app.components import playground
from app.programs import Playable, ProgramError, contrast, from_pool, from_run, pool_titles, tool_picks
from app.puzzles import HELD_OUT, PuzzleBook, readable, vocabulary
from app.routes import jsonable
from app.settings import POOLS, store
from app.text import plain
from pipeline.run_log import RunLogError

PICKS_PER_RUN = 6


@st.cache_data(max_entries=64, show_spinner=False)
def choices(versions: tuple[tuple[str, str], ...]) -> dict[tuple[str, str], str]:
    """(run or pool, environment or file) -> what to call it; run environments first. ``versions`` names the
    runs as they are now, so that a growing run is read again."""
    words = vocabulary(POOLS.parent)
    found: dict[tuple[str, str], str] = {}
    for run, _ in versions:
        picks = tool_picks(store(), run)
        for pick in [pick for pick in picks if readable(pick, words)][:PICKS_PER_RUN]:
            found[run, pick["env_id"]] = f"{pick['title']} (written by the policy, run {run})"
    for key, title in pool_titles(POOLS).items():
        if "Tool Use" in title:
            found[key] = f"{title}, by hand"
    return found


def load(place: str, name: str) -> Playable:
    if not name.endswith(".py"):
        return from_run(store(), place, name, None)
    playable = from_pool(POOLS, place, name, None)
    if place == HELD_OUT:
        playable.episodes.extend(PuzzleBook(store(), POOLS).puzzle(f"{HELD_OUT}/{name}")["episodes"])
    return playable


st.title("Tool use")
st.write(
    "The calls that the agent writes as JSON, here as forms. A wrong argument is answered with a sentence, "
    "as it is for the agent."
)
try:
    versions = tuple((run["run"], run["version"]) for run in store().catalogue()["runs"])
    titles = choices(versions)
    asked = (st.query_params.get("in", ""), st.query_params.get("env", ""))
    keys = list(titles)
    if not keys:
        st.info("No run and no pool holds a tool-use environment.", icon=":material/construction:")
        st.stop()
    key = st.selectbox(
        "Environment",
        keys,
        index=keys.index(asked) if asked in titles else 0,
        format_func=lambda choice: titles[choice],
        width=520,
        key="choice",
    )
    if key != asked:
        st.query_params.from_dict({"in": key[0], "env": key[1]})
    chosen = load(*key)
except (ProgramError, RunLogError) as error:
    st.error(plain(str(error)), icon=":material/error:")
    st.stop()
episodes = contrast(jsonable(chosen.episodes))
options = {
    "program": chosen.program,
    "seed": episodes[0]["seed"] if episodes else chosen.seed,
    "episodes": episodes,
    "verbatim": 2,
    "meta": [fact for fact in chosen.meta if fact[0] in ("Skill", "Difficulty", "Step")],
}
playground("player.js", options, key=f"tools-{key[0]}-{key[1]}")
