"""What the sections of the training page share: the chosen run, charts with tables, errors as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from app.address import Address
from app.charts import CONFIG, Palette
from app.settings import store
from app.text import plain
from app.training_queries import TrainingQueries
from app.training_runs import RunHead
from pipeline.run_log import RunLogError


@dataclass(frozen=True)
class Scene:
    """One drawing of the page: which run, how smooth, in which colours, opened by which address."""

    head: RunHead
    queries: TrainingQueries
    smooth: int
    colours: Palette
    address: Address

    @property
    def source(self) -> str:
        return self.head.label

    @property
    def averaged(self) -> str:
        """How the lines were smoothed, for captions."""
        if self.smooth == 1:
            return "Each step by itself."
        return f"Averaged over each step and the {self.smooth - 1} before it."


def queries() -> TrainingQueries:
    """The questions of this process, on the store that the settings name."""
    return _queries(store())


@cache
def _queries(of_store: Any) -> TrainingQueries:
    return TrainingQueries(of_store)


@contextmanager
def sentences() -> Iterator[None]:
    """A run log that cannot be read becomes a sentence here; the rest of the page is drawn."""
    try:
        yield
    except RunLogError as error:
        st.warning(plain(str(error)), icon=":material/warning:")


def show(
    figure: go.Figure, key: str, alt: str, note: str, table: Sequence[Mapping[str, Any]], **columns: str
) -> None:
    """A chart, what to know about it, and the same numbers as a table.

    ``columns`` choose and name the table's columns (column = heading); without them all are shown.
    """
    st.plotly_chart(figure, key=key, theme=None, alt=alt, config=CONFIG)
    st.caption(note)
    numbers(key, table, **columns)


def numbers(key: str, table: Sequence[Mapping[str, Any]], **columns: str) -> None:
    """The numbers of a chart, folded away until asked for; open or not is part of the address."""
    panel = st.expander(
        "As a table", key=f"table-{key}", on_change="rerun", bind="query-params", icon=":material/table:"
    )
    if panel.open:
        frame = pd.DataFrame([dict(row) for row in table])
        if columns:
            frame = frame.reindex(columns=list(columns)).rename(columns=columns)
        panel.dataframe(frame, hide_index=True, height=320, key=f"rows-{key}")
