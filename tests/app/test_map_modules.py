"""Pure functions of the map's modules, run by Node: where topic names go, what of an address is odd."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from web_runtime.build import BuildError, tool

MAP = Path(__file__).parents[2] / "web_runtime" / "player" / "map"
APART = {"x": 6, "y": 3}


def node(source: str) -> Any:
    """What a module's text hands to ``done``."""
    try:
        command = [*tool("node"), "--input-type=module", "-e"]
    except BuildError as error:
        pytest.skip(str(error))
    answer = "const done = (found) => console.log(JSON.stringify(found));"
    ended = subprocess.run([*command, answer + source], capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


def from_module(module: str, name: str) -> str:
    return f"import {{ {name} }} from {json.dumps((MAP / module).as_uri())};"


def place_names(*arguments: Any) -> dict[str, dict[str, float]]:
    source = f"done([...placeNames(...{json.dumps(arguments)})]);"
    return dict(node(from_module("label_layout.js", "placeNames") + source))


def names(seed: int, count: int, width: int, height: int) -> list[dict[str, Any]]:
    rng = random.Random(seed)
    return [
        {"key": str(place), "size": rng.randint(1, 10_000), "x": rng.uniform(-20, width + 20),
         "top": (top := rng.uniform(-20, height + 20)), "middle": top + rng.uniform(0, 60),
         "width": rng.randint(40, 200), "height": rng.choice((15, 30))}
        for place in range(count)
    ]  # fmt: skip


def collide(a: dict[str, float], b: dict[str, float]) -> bool:
    beside = a["left"] >= b["right"] + APART["x"] or b["left"] >= a["right"] + APART["x"]
    above = a["top"] >= b["bottom"] + APART["y"] or b["top"] >= a["bottom"] + APART["y"]
    return not (beside or above)


@pytest.mark.parametrize("seed", range(5))
def test_no_two_names_collide_and_the_larger_topic_keeps_its_own(seed: int) -> None:
    view = {"width": 390, "height": 330}
    wanted = names(seed, 40, view["width"], view["height"])
    placed = place_names(wanted, view)
    boxes = list(placed.values())
    assert 3 <= len(boxes) < len(wanted)
    assert not any(collide(a, b) for place, a in enumerate(boxes) for b in boxes[:place])
    assert all(box["left"] >= 4 and box["right"] <= view["width"] - 4 for box in boxes)
    by_key = {name["key"]: name for name in wanted}
    for key, name in by_key.items():
        outside = not (0 <= name["x"] <= view["width"] and 0 <= name["top"] <= view["height"])
        if key in placed or outside:
            assert not (key in placed and outside)
            continue
        larger = [box for other, box in placed.items() if by_key[other]["size"] >= name["size"]]
        left = min(max(name["x"] - name["width"] / 2, 4), view["width"] - name["width"] - 4)
        for top in (max(name["top"] - name["height"] - 7, 2), name["middle"] - name["height"] / 2):
            own = {"left": left, "top": top, "right": left + name["width"], "bottom": top + name["height"]}
            assert any(collide(own, box) for box in larger), "hidden for nothing"


def test_the_larger_of_two_topics_in_one_place_is_named() -> None:
    here = {"x": 200, "top": 100, "middle": 100, "width": 120, "height": 15}
    pair = [{"key": "small", "size": 3, **here}, {"key": "large", "size": 8, **here}]
    view = {"width": 390, "height": 330}
    assert list(place_names(pair, view)) == ["large"]
    pair[0]["middle"] = 140  # a tall topic: its name fits across the middle
    assert place_names(pair, view)["small"]["top"] == 132.5
    assert len(place_names(pair, view, [], 1)) == 1


def test_a_name_gives_way_to_the_buttons_or_is_hidden() -> None:
    buttons = {"left": 340, "top": 10, "right": 380, "bottom": 190}
    name = {"key": "a", "size": 5, "x": 350, "top": 60, "middle": 80, "width": 100, "height": 15}
    view = {"width": 390, "height": 330}
    (box,) = place_names([name], view, [buttons]).values()
    assert (box["right"], box["left"]) == (334, 234)
    assert place_names([name], view, [{**buttons, "left": 60}]) == {}


CATALOGUE = """{ runs: [{ run: "a", name: "First (a)" }, { run: "b", name: "Second (b)" }],
  byId: new Map([["a", { name: "First (a)" }], ["b", { name: "Second (b)" }]]),
  runOf: (env) => env.split("-")[0],
  skills: ["Logic", "Sums", "Tool Use"], quadrants: ["frontier", "mastered", "intractable"],
  solvable: ["unknown", "proved", "refuted"], replays: ["unknown", "exact", "diverges", "other"],
  difficulties: ["easy", "medium", "hard"] }"""


def odd(search: str) -> list[str]:
    return node(
        from_module("oddities.js", "oddities") + f"done(oddities({json.dumps(search)}, {CATALOGUE}));"
    )


@pytest.mark.parametrize(
    ("search", "sentence"),
    [
        ("?run=gone", "In the address, run is 'gone', which the map cannot use; shown instead: First (a)."),
        (
            "?run=b,gone",
            "In the address, run is 'b,gone', which the map cannot use; shown instead: Second (b).",
        ),
        ("?step=x", "In the address, step is 'x', which the map cannot use; shown instead: the last step."),
        (
            "?mode=all",
            "mode is 'all', expected one of cumulative, window, single; shown instead: cumulative.",
        ),
        ("?color=blue", "color is 'blue', expected one of topic, skill, step, solve, regret, quadrant, run;"),
        ("?env=a-1-0&tab=secrets", "tab is 'secrets', expected one of overview, code, episodes;"),
        (
            "?skill=Juggling",
            "skill is 'Juggling', which the map cannot use; shown instead: the map without it.",
        ),
        ("?view=1_2", "view is '1_2', which the map cannot use; shown instead: everything."),
        ("?by=meaning", "by is 'meaning', which means nothing without q; the map is shown without it."),
        ("?tab=code", "tab is 'code', which means nothing without env; the map is shown without it."),
        (
            "?renderer=canvas",
            "renderer is 'canvas', expected one of plotly; shown instead: what this browser",
        ),
        ("?colour=skill", "colour is 'skill', but the map has no such parameter and is shown without it."),
    ],
)
def test_an_odd_value_is_said(search: str, sentence: str) -> None:
    found = odd(search)
    assert len(found) == 1 and sentence in found[0]


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ({"play": None, "turn": 0}, None),
        ({"play": "plain.1", "turn": 2}, None),
        (
            {"play": "plain.7", "turn": 0},
            "In the address, play is 'plain.7', but this environment has 2 episodes of that arm, counted from 0; "
            "the first one is shown instead.",
        ),
        (
            {"play": "plain.0", "turn": 9},
            "In the address, turn is '9', but that episode has 2 turns; all are shown.",
        ),
    ],
)
def test_an_episode_or_turn_that_is_not_there_is_said(place: dict[str, Any], sentence: str | None) -> None:
    play = {"arm": "plain", "steps": [{}, {}]}
    plays = [{"play_id": "a", "seed": 1, **play}, {"play_id": "b", "seed": 2, **play}]
    source = f"done(oddPlace({json.dumps(plays)}, {json.dumps(place)}));"
    assert node(from_module("episodes.js", "oddPlace") + source) == sentence


@pytest.mark.parametrize(
    "search",
    [
        "",
        "?run=a&color=topic&step=0&mode=cumulative&rings=1/32&plays=8&ringed=0",
        "?run=b&env=a-1-0&tab=code&play=hint.3&turn=2",
        "?view=0.10_-0.2_1.50&lasso=0_0_1_0_1_1.0&solved=0.25..1&skill=Logic,Sums&q=tide&by=text&renderer=plotly",
    ],
)
def test_what_the_map_understands_is_not_remarked_on(search: str) -> None:
    assert odd(search) == []
