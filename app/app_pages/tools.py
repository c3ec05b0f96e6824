"""Tool use: a simulated backend worked through forms, beside two of the agent's own episodes."""

from __future__ import annotations

import streamlit as st

from app.address import Address, one_of, show
from app.components import playground
from app.programs import (
    MAX_SEED,
    Playable,
    ProgramError,
    contrast,
    from_pool,
    from_run,
    pool_titles,
    tool_picks,
)
from app.puzzles import HELD_OUT, PuzzleBook, readable, vocabulary
from app.routes import jsonable
from app.settings import POOLS, store
from app.text import plain
from pipeline.run_log import RunLogError

PICKS_PER_RUN = 6

Choice = tuple[str, str]  # run or pool, and environment or file: ?in=&env=


@st.cache_data(max_entries=64, show_spinner=False)
def choices(versions: tuple[tuple[str, str, str], ...]) -> dict[Choice, str]:
    """What to call each environment; those of runs first. ``versions`` are the id, name and state of the runs
    as they are now, so that a growing run is read again."""
    words = vocabulary(POOLS.parent)
    found: dict[tuple[str, str], str] = {}
    for run, name, _ in versions:
        picks = tool_picks(store(), run)
        for pick in [pick for pick in picks if readable(pick, words)][:PICKS_PER_RUN]:
            found[run, pick["env_id"]] = f"{pick['title']} (written by the policy, run {name})"
    for key, title in pool_titles(POOLS).items():
        if "Tool Use" in title:
            found[key] = f"{title}, by hand"
    return found


def asked_for(address: Address, titles: dict[Choice, str]) -> Choice:
    """The environment that the address names, or the first."""
    first = next(iter(titles))
    if not {"in", "env"} & set(st.query_params):
        return first
    place, name = st.query_params.get("in", ""), st.query_params.get("env", "")
    if (place, name) in titles:
        return place, name
    places = list(dict.fromkeys(key[0] for key in titles))
    if place not in places:
        address.say("in", place, one_of(places), titles[first])
    else:
        inside = [key[1] for key in titles if key[0] == place]
        address.say("env", name, f"{one_of(inside)} in {place}", titles[first])
    return first


def remember(first: Choice) -> None:
    """Take the choice into the address, as a new entry of the history; the first one stays out of it."""
    chosen = st.session_state["choice"]
    st.query_params.from_dict({} if chosen == first else dict(zip(("in", "env"), chosen, strict=True)))


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
address = Address(st.container())
address.unread(("in", "env", "seed"))
try:
    runs = store().catalogue()["runs"]
    titles = choices(tuple((run["run"], run["name"], run["version"]) for run in runs))
    if not titles:
        st.info("No run and no pool holds a tool-use environment.", icon=":material/construction:")
        st.stop()
    key = st.selectbox(
        "Environment",
        list(titles),
        format_func=titles.__getitem__,
        width=520,
        key=show("choice", asked_for(address, titles)),
        on_change=remember,
        args=(next(iter(titles)),),
    )
    chosen = load(*key)
except (ProgramError, RunLogError) as error:
    st.error(plain(str(error)), icon=":material/error:")
    st.stop()
episodes = contrast(jsonable(chosen.episodes))
first_seed = episodes[0]["seed"] if episodes else chosen.seed
options = {
    "program": chosen.program,
    "seed": address.whole("seed", 0, MAX_SEED, first_seed),
    "episodes": episodes,
    "verbatim": 2,
    "meta": [fact for fact in chosen.meta if fact[0] in ("Skill", "Difficulty", "Step")],
}
playground("player.js", options, key=f"tools-{key[0]}-{key[1]}")
