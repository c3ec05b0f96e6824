"""What is kept is what the function would give; the film that skips Plotly's checks passes them."""

from __future__ import annotations

import plotly.graph_objects as go
from hypothesis import given
from hypothesis import strategies as st

from app.app_pages.training_film import film_chart, in_window
from app.charts import LIGHT
from app.kept import kept

ROWS = [
    {"step": step, "quadrant": quadrant, "return_plain": plain, "regret": regret, "title": title}
    for step, quadrant, plain, regret, title in (
        (0, "frontier", 0.25, 0.5, "Jar"),
        (1, "mastered", 1.0, 0.0, None),
        (1, "frontier", 0.25, 0.5, "<b>Lid</b>"),
        (3, "intractable", 0.0, 0.0, "Cup"),
    )
]

plain_values = st.recursive(
    st.none() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(st.lists(st.tuples(plain_values, plain_values), max_size=12), st.integers(1, 3))
def test_a_kept_answer_is_the_answer(calls, most):
    asked = []

    @kept(most)
    def answer(first, *, second):
        asked.append(first)
        return [first, second]

    for first, second in calls:
        assert answer(first, second=second) == [first, second]
    assert len(asked) <= len(calls)


def test_the_latest_answers_are_kept_and_others_made_again():
    made = []

    @kept(2)
    def answer(value):
        made.append(value)
        return value

    for value in (1, 2, 1, 3, 1, 2):
        assert answer(value) == value
    assert made == [1, 2, 3, 2]  # 2 was the least lately asked for when 3 came


def test_the_film_is_a_valid_figure_with_a_picture_per_step():
    drawn = film_chart(ROWS, 4, 2, 0.15, 0.5, LIGHT, 3, "alpha").to_dict()
    checked = go.Figure(drawn)  # raises for a property or a value that Plotly does not know
    assert [frame.name for frame in checked.frames] == ["0", "1", "2", "3"]
    frontier = next(trace for trace in checked.frames[1].data if trace.name == "frontier")
    assert (list(frontier.x), list(frontier.y), list(frontier.marker.size)) == ([0.25], [0.5], [2])
    assert frontier.customdata[0][1] == "Jar<br>&lt;b&gt;Lid&lt;/b&gt;"
    assert "steps 0–1</b>: 3 environments" in checked.frames[1].layout.annotations[0].text
    assert [len(trace.x) for trace in checked.data] == [0, 0, 1]  # steps 2 and 3 hold one intractable


def test_the_table_under_the_film_holds_its_window():
    assert [row["title"] for row in in_window(ROWS, 1, 1)] == [None, "<b>Lid</b>"]
    assert [row["title"] for row in in_window(ROWS, 3, 8)] == ["Jar", None, "<b>Lid</b>", "Cup"]
