"""Tool use: a simulated backend worked through forms, beside two of the agent's own episodes."""

from __future__ import annotations

import streamlit as st

from app.address import Address, one_of, show
from app.components import playground
from app.programs import MAX_SEED, ProgramError
from app.routes import jsonable
from app.settings import POOLS, store
from app.text import plain
from app.tool_choices import tool_choices, tool_options
from pipeline.run_log import RunLogError

Choice = tuple[str, str]  # run or pool, and environment or file: ?in=&env=


@st.cache_data(max_entries=64, show_spinner=False)
def choices(versions: tuple[tuple[str, str, str], ...]) -> dict[Choice, str]:
    """What to call each environment; those of runs first. ``versions`` are the id, name and state of the runs
    as they are now, so that a growing run is read again."""
    return {(place, name): title for place, name, title in tool_choices(store(), POOLS)}


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
    options = jsonable(tool_options(store(), POOLS, *key))
except (ProgramError, RunLogError) as error:
    st.error(plain(str(error)), icon=":material/error:")
    st.stop()
options["seed"] = address.whole("seed", 0, MAX_SEED, options["seed"])
playground("player.js", options, key=f"tools-{key[0]}-{key[1]}")
