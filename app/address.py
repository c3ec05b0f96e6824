"""What the address of a page asks for, kept in step with the page.

Streamlit's own binding (``bind="query-params"``) changes the current entry of the browser's history; it
serves whatever belongs to one view of a page. Choices above that (which run, which view) are kept here: each
change is an entry of its own, so that Back returns to what was shown before. A value that a page cannot use
is answered with a sentence that says what is shown instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import get_script_run_ctx

from app.text import plain

LISTED = 8
"""Values that a sentence lists; of more it says how many there are."""
FLAGS = ("true", "false")
LONGEST = 60
"""Characters of an asked-for value that a sentence repeats."""


class Address:
    """The parameters a page was opened with. Sentences about those it cannot use go to ``place``.

    A page says which parameters it knows (:meth:`unread`), reads them (:meth:`choice`, :meth:`whole`, or
    :meth:`check` after a bound widget), and ends with :meth:`unused`, so that nothing asked for is dropped
    without a word.
    """

    def __init__(self, place: DeltaGenerator):
        self._place = place
        # What a widget of this page already held was chosen here, not asked for by the address.
        self._asked = {
            name: st.query_params.get_all(name) for name in st.query_params if name not in st.session_state
        }

    def choice(
        self, name: str, options: Sequence[str], default: str, words: Mapping[str, str] | None = None
    ) -> str:
        """Which of ``options`` the address names; ``default`` where it names none. ``words`` are what a
        reader knows the options by."""
        asked = st.query_params.get(name)
        new = self._asked.pop(name, None)
        if asked is None:
            return default
        if asked in options:
            return asked
        if new:
            self.say(name, asked, one_of(options), words[default] if words else default)
        return default

    def whole(self, name: str, least: int, most: int, default: int) -> int:
        """The whole number the address names; ``default`` where it names none."""
        asked = st.query_params.get(name)
        new = self._asked.pop(name, None)
        if asked is None:
            return default
        if asked.isdecimal() and len(asked) <= len(str(most)) and least <= int(asked) <= most:
            return int(asked)
        if new:
            self.say(name, asked, f"a whole number from {least} to {most}", str(default))
        return default

    def check(self, name: str, shown: Any, expected: str) -> None:
        """Say so when the widget bound to ``name`` shows something other than what the address asked for."""
        asked = self._asked.pop(name, None)
        values = [str(value) for value in (shown if isinstance(shown, list | tuple) else [shown])]
        # An empty list is asked for as "name=", and naming a value twice changes nothing.
        if asked and [value for value in dict.fromkeys(asked) if value] != values:
            self.say(name, ", ".join(asked), expected, ", ".join(values) or "nothing")

    def unread(self, known: Iterable[str]) -> None:
        """Say so when the address has parameters that the page does not know."""
        names = set(known)
        for name in st.query_params:
            if name not in names and not name.startswith("table-"):
                asked = _short(st.query_params[name])
                self._warn(f"{name} is {asked}, but this page has no such parameter and is shown without it")

    def unused(self, names: Iterable[str]) -> None:
        """Say so when the address asks for one of ``names``, or for a table, and what is shown has not read
        it. For the end of a page."""
        for name, asked in self._asked.items():
            if name.startswith("table-"):
                self._table(name, asked[-1])
            elif name in names:
                said = _short(", ".join(asked))
                self._warn(
                    f"{name} is {said}, but what is shown here has no use for it and is shown without it"
                )

    def _table(self, name: str, asked: str) -> None:
        if name not in st.session_state:
            self._warn(f"{name} is {_short(asked)}, but no such table is shown here")
        elif asked.lower() not in FLAGS:
            self.say(name, asked, one_of(FLAGS), "the table folded away")

    def say(self, name: str, asked: str, expected: str, shown: str) -> None:
        """One sentence about one parameter, in the words of :mod:`app.programs`."""
        self._warn(f"{name} is {_short(asked)}, expected {expected}; shown instead: {shown}")

    def _warn(self, sentence: str) -> None:
        self._place.warning(plain(f"In the address, {sentence}."), icon=":material/link_off:")


def one_of(options: Sequence[str]) -> str:
    """``one of a, b``, or how many there are where that would be a long list."""
    apart = " / " if any("," in option for option in options) else ", "
    return f"one of {apart.join(options) if len(options) <= LISTED else f'the {len(options)} offered'}"


def show(name: str, value: Any) -> str:
    """Let the widget with the key ``name`` show what the address asks for when a page opens and after Back
    and Forward; returns the key.

    In between the widget leads: a second click sent before the browser knows the new address still brings
    the old one along.
    """
    if name not in st.session_state or _moved_in_history():
        st.session_state[name] = value
    return name


def _moved_in_history() -> bool:
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def write(name: str, default: Any) -> None:
    """Take the value of the widget ``name`` into the address, as a new entry of the history; the default
    stays out of it. For ``on_change``."""
    value = st.session_state[name]
    if value == default:
        st.query_params.pop(name, None)
    else:
        st.query_params[name] = str(value)


def turn(defaults: Mapping[str, Any]) -> None:
    """As :func:`write` for all of ``defaults`` together. Every other parameter belongs to what was shown
    before: it stays in that entry of the history and is forgotten here. For ``on_change``."""
    for name in [name for name in st.query_params if name not in defaults and name in st.session_state]:
        del st.session_state[name]
    chosen = {name: st.session_state.get(name, default) for name, default in defaults.items()}
    st.query_params.from_dict({name: str(value) for name, value in chosen.items() if value != defaults[name]})


def _short(text: str) -> str:
    return repr(text if len(text) <= LONGEST else text[:LONGEST] + "…")
