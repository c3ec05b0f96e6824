"""Which environments become puzzles, how they are graded, and what is served."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

sys.path.insert(0, str(Path(__file__).parent))

from puzzle_run import NOUNS, ZERO, answer, design, evaluation, program, write_bank, write_run

from app.programs import ProgramError, contrast
from app.puzzles import PuzzleBook, PuzzleRoutes, daily_order, unreadable
from app.queries import RunStore
from app.wheels import wheel_routes

WORDS = frozenset(
    re.findall(r"\w+", "a bird sings walk to the nest over field reply with boxed north or south go")
)
GOOD = ("Bird walk", "Walk to the nest over a field.", "Walk to the nest over the field. Reply with \\boxed{north} or \\boxed{south}.")  # fmt: skip


@pytest.fixture
def pools(tmp_path: Path) -> Path:
    return write_bank(tmp_path / "data", ("eggs", "figs"))


def book(tmp_path: Path, pools: Path) -> PuzzleBook:
    return PuzzleBook(RunStore(tmp_path / "runs"), pools)


def test_only_unsolved_proved_and_replayable_environments_with_enough_plays(
    tmp_path: Path, pools: Path
) -> None:
    won = design("main", "coins", 2, plays=16)
    won[1][0] |= {"outcome": "won", "return": 1.0}
    write_run(
        tmp_path / "runs" / "main",
        [
            design("main", "apples", 0, plays=16),
            design("main", "beans", 1, plays=15),
            won,
            design("main", "dates", 3, plays=16, solvable="unknown"),
            design("main", "eggs", 4, plays=16, browser_verdict="diverges@2"),
            design("main", "figs", 5, plays=16),
        ],
    )
    contents = book(tmp_path, pools).contents(16)
    assert (contents["asked"], contents["applied"]) == (16, 16)
    assert [puzzle["title"] for puzzle in contents["puzzles"]] == ["Jar of apples", "Jar of figs"]
    apples = contents["puzzles"][0]
    assert {key: apples[key] for key in ("plays", "wins", "reward", "turns", "hint_plays", "hint_wins", "random")} == {
        "plays": 16, "wins": 0, "reward": 0.0, "turns": 3.0, "hint_plays": 16, "hint_wins": 1, "random": 0.1,
    }  # fmt: skip
    assert apples["seed"] == 1
    fewer = book(tmp_path, pools).contents(15)
    assert {puzzle["title"] for puzzle in fewer["puzzles"]} == {
        "Jar of apples",
        "Jar of beans",
        "Jar of figs",
    }


def test_too_few_plays_fall_back_and_say_so(tmp_path: Path, pools: Path) -> None:
    designs = [design("main", noun, step, plays=8) for step, noun in enumerate(NOUNS[:3])]
    write_run(tmp_path / "runs" / "main", designs)
    contents = book(tmp_path, pools).contents()
    assert (contents["asked"], contents["applied"], len(contents["puzzles"])) == (16, 8, 3)
    assert contents["could_still_be"] == pytest.approx(0.312, abs=1e-3), "0 of 8 is no proof of 0 %"


def test_one_program_in_two_runs_counts_once_with_all_its_plays(tmp_path: Path, pools: Path) -> None:
    for run in ("one", "two"):
        write_run(tmp_path / "runs" / run, [design(run, "apples", 0, plays=8)])
    [puzzle] = book(tmp_path, pools).contents(16)["puzzles"]
    assert (puzzle["plays"], puzzle["hint_wins"]) == (16, 2)


def test_easiest_first_in_five_levels_and_a_fixed_order_of_days(tmp_path: Path, pools: Path) -> None:
    designs = [design("main", noun, step, plays=8) for step, noun in enumerate(NOUNS)]
    write_run(tmp_path / "runs" / "main", designs)
    here = book(tmp_path, pools)
    puzzles = here.contents(8)["puzzles"]
    assert [puzzle["difficulty"] for puzzle in puzzles] == [
        "easy",
        "easy",
        "medium",
        "medium",
        "hard",
        "hard",
    ]
    assert [puzzle["level"] for puzzle in puzzles] == [1, 1, 2, 3, 4, 5]
    assert sorted(here.contents(8)["daily"]) == sorted(puzzle["id"] for puzzle in puzzles)
    assert here.contents(8)["daily"] == daily_order(reversed(here.candidates()))


def test_held_out_programs_come_from_every_evaluation_and_are_proved_here(
    tmp_path: Path, pools: Path
) -> None:
    runs = tmp_path / "runs"
    first = write_run(runs / "one", [design("one", "apples", 0, plays=1)])
    second = write_run(runs / "two", [design("two", "beans", 0, plays=1)])
    first.write_evals("held_out-step-000000", [*evaluation("eggs", range(8), [ZERO] * 3), *evaluation("figs", range(16), [ZERO] * 3)])  # fmt: skip
    second.write_evals("held_out-step-000000", evaluation("eggs", range(8), [ZERO] * 3))
    second.write_evals("held_out-step-000025", evaluation("figs", range(1), [answer(program("figs"), 0)]))
    here = book(tmp_path, pools)
    [puzzle] = here.contents(16)["puzzles"]
    assert (puzzle["id"], puzzle["plays"], puzzle["seed"]) == ("held_out/jar_eggs.py", 16, 0)
    found = here.puzzle(puzzle["id"])
    assert found["program"]["source"] == program("eggs")
    # Chance draws from the numbers 1 to 9 of the text for three turns; forty plays of one bank are a fixed number.
    assert 0.1 < found["random"] < 0.6
    assert len(found["episodes"]) == 16 and {e["outcome"] for e in found["episodes"]} == {"truncated"}
    (pools / "held_out" / "jar_eggs.py").write_text("raise SystemExit\n")
    assert book(tmp_path, pools).contents(16)["puzzles"] == [], "a changed program is not run"


def test_wins_with_the_hint_are_a_number_to_beat_of_the_bank_and_no_wins_of_the_puzzle(
    tmp_path: Path, pools: Path
) -> None:
    writer = write_run(tmp_path / "runs" / "one", [design("one", "apples", 0, plays=1)])
    won = [row for seed in range(2) for row in evaluation("eggs", range(seed, seed + 1),
           [answer(program("eggs"), seed)], arm="hint")]  # fmt: skip
    lost = evaluation("eggs", range(2, 5), [ZERO] * 3, arm="hint")
    writer.write_evals("held_out-step-000000", [*evaluation("eggs", range(16), [ZERO] * 3), *won, *lost])
    here = book(tmp_path, pools)
    [puzzle] = here.contents(16)["puzzles"]
    told = (puzzle["plays"], puzzle["wins"], puzzle["reward"], puzzle["hint_plays"], puzzle["hint_wins"])
    assert told == (16, 0, 0.0, 5, 2)
    episodes = here.puzzle(puzzle["id"])["episodes"]
    assert len({episode["play_id"] for episode in episodes}) == len(episodes) == 21


def test_held_out_puzzles_are_served(tmp_path: Path, pools: Path) -> None:
    """Their turns are sums over evaluations, which DuckDB hands over as decimals."""
    writer = write_run(tmp_path / "runs" / "one", [design("one", "apples", 0, plays=1)])
    writer.write_evals("held_out-step-000000", evaluation("eggs", range(16), [ZERO] * 3))
    client = TestClient(Starlette(routes=PuzzleRoutes(book(tmp_path, pools)).routes()))
    served = client.get("/data/puzzles.json?plays=16")
    assert served.status_code == 200
    assert [puzzle["id"] for puzzle in served.json()["puzzles"]] == ["held_out/jar_eggs.py"]


def test_a_growing_run_is_read_again(tmp_path: Path, pools: Path) -> None:
    writer = write_run(tmp_path / "runs" / "main", [design("main", "apples", 0, plays=8)])
    here = book(tmp_path, pools)
    assert len(here.contents(8)["puzzles"]) == 1
    row, plays = design("main", "beans", 1, plays=8)
    writer.write_step(1, designs=[row], plays=plays, updates=[{"step": 1}])
    assert len(here.contents(8)["puzzles"]) == 2


@pytest.mark.parametrize(
    ("part", "text", "why"),
    [
        (0, "walk", "the title is not two to four words"),
        (0, "Bird bird", "the title repeats a word"),
        (1, "Walk to the nest", "the summary is not one sentence"),
        (1, "Walk. To the nest over.", "the summary is not one sentence"),
        (2, "Reply \\boxed{north}.", "not 60 to 700 printable characters"),
        (2, GOOD[2].replace("Walk", "walk"), "does not begin with a capital letter"),
        (2, GOOD[2].replace("\\boxed", "box"), "does not name the form of a reply"),
        (2, GOOD[2].replace("south", "north"), "offers the same reply twice"),
        (2, GOOD[2].replace("the nest", "the the nest"), "a word is repeated twice in a row"),
        (2, GOOD[2].replace("nest", "nrst"), "no text here uses the word 'nrst'"),
    ],
)
def test_unreadable_texts_are_named(part: int, text: str, why: str) -> None:
    assert unreadable(*GOOD, WORDS) is None
    changed = [*GOOD]
    changed[part] = text
    assert why in (unreadable(*changed, WORDS) or "")


def test_routes_serve_the_book_and_refuse_in_sentences(tmp_path: Path, pools: Path) -> None:
    write_run(tmp_path / "runs" / "main", [design("main", "apples", 0, plays=8)])
    client = TestClient(Starlette(routes=PuzzleRoutes(book(tmp_path, pools)).routes()))
    [puzzle] = client.get("/data/puzzles.json?plays=8").json()["puzzles"]
    found = client.get(f"/data/puzzle/{puzzle['id']}.json").json()
    assert found["program"]["env_id"] == puzzle["id"] and len(found["episodes"]) == 16
    assert client.get("/data/puzzles.json?plays=-1").json() == {"error": "plays is '-1', expected 1 to 10000"}
    for plays in ("²", "9" * 5000):
        answer = client.get("/data/puzzles.json", params={"plays": plays})
        assert answer.status_code == 400 and answer.json()["error"].endswith("expected 1 to 10000")
    for name in ("main/nothing", "nowhere/x", "held_out/../../../etc/passwd", "held_out/none.py"):
        answer = client.get(f"/data/puzzle/{name}.json")
        assert answer.status_code == 404, name


def test_an_unknown_puzzle_is_a_program_error(tmp_path: Path, pools: Path) -> None:
    write_run(tmp_path / "runs" / "main", [design("main", "apples", 0, plays=8)])
    with pytest.raises(ProgramError, match="holds no file"):
        book(tmp_path, pools).puzzle("held_out/none.py")


def test_contrast_puts_a_won_and_a_lost_play_of_one_instance_first() -> None:
    def made(name: str, seed: int, outcome: str, arm: str = "plain", turns: int = 2) -> dict:
        return {"play_id": name, "seed": seed, "outcome": outcome, "arm": arm, "steps": [0] * turns}

    plays = [made("a", 1, "won"), made("b", 2, "lost"), made("c", 3, "won", turns=5), made("d", 3, "truncated"),
             made("e", 3, "won", "hint"), made("f", 3, "void")]  # fmt: skip
    assert [play["play_id"] for play in contrast(plays)] == ["c", "d", "a", "b", "e", "f"]
    assert [play["play_id"] for play in contrast(plays[:2])] == ["a", "b"]
    assert contrast([]) == []


def test_wheels_of_the_configured_folder_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "lucky-1.0-py3-none-any.whl").write_bytes(b"wheel")
    (tmp_path / "secret.txt").write_text("no")
    client = TestClient(Starlette(routes=wheel_routes(tmp_path)))
    assert client.get("/wheels/index.json").json() == {"files": ["lucky-1.0-py3-none-any.whl"]}
    assert client.get("/wheels/lucky-1.0-py3-none-any.whl").content == b"wheel"
    assert client.get("/wheels/secret.txt").status_code == 404
    assert TestClient(Starlette(routes=wheel_routes(tmp_path / "no"))).get("/wheels/index.json").json() == {
        "files": []
    }
