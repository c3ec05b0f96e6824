"""Results page, "The paper": its tables as it prints them, cited, never on an axis with ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from app.settings import ROOT
from app.text import plain

PAPER = ROOT / "data" / "paper"
ORDER = ("games", "tool_use", "ablations", "diversity", "environments")


def paper_tables(directory: Path = PAPER) -> list[dict[str, Any]]:
    """The tables in reading order, each with ``title``, ``source``, ``columns``, ``rows``, ``notes``."""
    return [json.loads((directory / f"{name}.json").read_text(encoding="utf-8")) for name in ORDER]


def paper_view() -> None:
    """All tables."""
    st.markdown(
        "Numbers that the paper reports for models of 4 to 30 billion parameters, on its own benchmarks and "
        "machines. They are copied here to be read beside ours, not compared with them: nothing in these "
        "tables was measured by this project, and no figure of this page mixes the two."
    )
    for table in paper_tables():
        source = table["source"]
        st.subheader(table["title"], anchor=False)
        st.caption(f"{source['where']} of [{plain(source['citation'])}]({source['url']})")
        frame = pd.DataFrame(table["rows"], columns=table["columns"])
        st.dataframe(frame, hide_index=True, key=f"paper-{table['title']}")
        st.caption(" ".join(table["notes"]))
