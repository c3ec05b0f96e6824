"""What goes into and out of the player: logged episodes, links, files, and programs of one's own."""

from __future__ import annotations

import base64
import json
import random
import re
import sys
import zlib
from pathlib import Path

import pytest
from playwright.sync_api import expect
from programs import GUESS

sys.path.insert(0, str(Path(__file__).parent))

from player_page import PageServer
from player_programs import WALK
from player_session import (
    HIDDEN,
    PATIENCE_MS,
    SEED,
    WRONG,
    Open,
    act,
    boxed,
    context,
    episode,
    opened,
    pages,
    send,
    turn,
)

from pipeline.run_log import to_table
from pipeline.run_schema import PLAYS

pytestmark = pytest.mark.browser
__all__ = ["context", "opened", "pages"]  # fixtures


# --- episodes and links


def test_a_finished_game_downloads_as_a_row_of_the_run_log(opened: Open) -> None:
    page = opened(GUESS)
    act(page, "hint")
    send(page, WRONG)
    turn(page, 1)
    send(page, HIDDEN)
    with page.expect_download() as started:
        page.get_by_role("button", name="Download episode").click()
    row = json.loads(Path(started.value.path()).read_text(encoding="utf-8"))
    assert set(row) == set(PLAYS.names)
    [read] = to_table("plays", [row]).to_pylist()
    logged = episode(GUESS, SEED, [boxed(WRONG), boxed(HIDDEN)])
    assert {key: read[key] for key in ("seed", "first_observation", "steps", "return", "outcome")} == {
        key: logged[key] for key in ("seed", "first_observation", "steps", "return", "outcome")
    }
    assert (read["arm"], read["hint"], read["turns"]) == ("hint", f"the number is {HIDDEN}", 2)


def test_the_agents_move_appears_only_after_ones_own(opened: Open) -> None:
    logged = [
        episode(GUESS, SEED, [boxed(5), boxed(HIDDEN)]),
        episode(GUESS, SEED, [boxed(HIDDEN)], arm="hint"),
    ]
    page = opened(GUESS, episodes=logged)
    expect(page.locator(".sp-bar")).to_contain_text("The agent won 1 of 1 without the hint, 1 of 1 with it.")
    assert page.locator(".sp-ghost").count() == 0
    send(page, WRONG)
    expect(page.locator(".sp-ghost")).to_have_text(f"agent: {boxed(5)}")


def test_a_logged_episode_is_verified_here(opened: Open) -> None:
    honest = episode(GUESS, 7, [boxed(0), boxed(random.Random(7).randint(1, 9))])
    forged = episode(GUESS, 8, [boxed(0), boxed(0)])
    forged["steps"][1]["observation"] = "Right."
    page = opened(GUESS, episodes=[honest, forged])
    dots = page.locator(".sp-dot")
    dots.nth(0).click()
    page.get_by_role("button", name="Verify").click()
    expect(page.locator(".sp-detail")).to_contain_text("Replayed exactly: 2 turns")
    dots.nth(1).click()
    page.get_by_role("button", name="Verify").click()
    expect(page.locator(".sp-detail")).to_contain_text("Differs at turn 2: the observation.")
    page.locator(".sp-seeds").get_by_role("button", name="7", exact=True).click()
    page.wait_for_function("new URLSearchParams(location.search).get('seed') === '7'")


def test_a_link_replays_the_game(opened: Open, pages: PageServer) -> None:
    page = opened(GUESS)
    send(page, WRONG)
    turn(page, 1)
    send(page, HIDDEN)
    page.get_by_role("button", name="Share result").click()
    expect(page.locator(".sp-result")).to_contain_text(
        "Copied: the result, and a link that replays your game."
    )
    shared = page.evaluate("navigator.clipboard.readText()")
    text, link = shared.split("\n")
    assert text == "Guess the number, seed 3: won in 2 of 4 turns. The agent has no logged attempts here."
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".sp-linked")).to_contain_text("This link holds a game of 2 moves.")
    turn(page, 0)
    page.get_by_role("button", name="Replay it here").click()
    expect(page.locator(".sp-result h3")).to_have_text("You won")


def test_a_damaged_or_hostile_link_is_a_sentence(opened: Open) -> None:
    page = opened(GUESS, hash="#a=" + "A" * 9000)
    expect(page.locator(".sp-linked")).to_contain_text("The game in this link cannot be read")


def test_a_damaged_or_hostile_program_is_a_sentence(opened: Open) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packer.compress(b"#" * 8_000_000) + packer.flush()
    code = base64.urlsafe_b64encode(bomb).decode().rstrip("=")
    assert len(code) < 16_000, "short enough to be read, far too long once unpacked"
    fragments = [
        "#a=%%%",
        "#a=eyJ4IjoxfQ",
        "#a=" + "A" * 9000,
        "#p=AAAA",
        "#p=%%%",
        "#p=" + "A" * 20000,
        "#p=" + code,
    ]
    page = opened(GUESS, hash=fragments[-1])
    turn(page, 0)
    linked = page.locator(".sp-linked")
    expect(linked).to_contain_text(
        "The program in this link cannot be read: it is cut off, damaged or too long."
    )
    assert page.get_by_role("button", name="Run it").count() == 0
    page.get_by_role("button", name="Play afresh").click()
    expect(linked).to_have_text("")
    send(page, WRONG)
    turn(page, 1)
    read = page.evaluate(
        """async (fragments) => {
          const { programFromHash, repliesFromHash } = await import("/player/links.js");
          return Promise.all(fragments.map(async (hash) => [repliesFromHash(hash), await programFromHash(hash)]));
        }""",
        fragments,
    )
    assert read == [[None, None]] * len(fragments)


# --- the editor


def test_the_source_is_read_only_until_forked_then_runs_and_travels_in_a_link(opened: Open) -> None:
    logged = [episode(GUESS, SEED, [boxed(5)])]
    page = opened(GUESS, episodes=logged)
    page.locator(".sp-source summary").click()
    area = page.get_by_label("Program source")
    assert area.input_value() == GUESS
    expect(area).not_to_be_editable()
    page.get_by_role("button", name="Fork").click()
    area.fill(GUESS.replace("Guess the number", "Tiny guess").replace("randint(1, 9)", "randint(4, 4)"))
    page.get_by_role("button", name="Run this").click()
    expect(page.locator(".sp-head h2")).to_have_text("Tiny guess")
    expect(page.locator(".sp-side")).to_contain_text("the agent has never seen it")
    page.get_by_role("button", name="Share as link").click()
    expect(page.locator(".sp-source .sp-notice")).to_contain_text("Link copied")
    link = page.evaluate("navigator.clipboard.readText()")

    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".sp-linked")).to_contain_text("a program of")
    expect(page.locator(".sp-head h2")).to_have_text("Guess the number")
    assert "Tiny guess" in page.get_by_label("Program source").input_value()
    page.get_by_role("button", name="Run it").click()
    expect(page.locator(".sp-head h2")).to_have_text("Tiny guess")
    send(page, 4)
    expect(page.locator(".sp-result h3")).to_have_text("You won")


def test_checks_say_what_is_wrong_and_a_broken_program_shows_its_line(opened: Open) -> None:
    page = opened(GUESS)
    page.locator(".sp-source summary").click()
    page.get_by_role("button", name="Fork").click()
    area = page.get_by_label("Program source")
    area.fill(GUESS.replace("random.Random(seed)", "random.Random(1)"))
    page.get_by_role("button", name="Check").click()
    said = page.locator(".sp-source .sp-notice")
    expect(said).to_contain_text(re.compile(r"\d of 11 checks failed"), timeout=PATIENCE_MS)
    expect(page.locator(".sp-check.sp-fail").first).to_contain_text("every seed gives the same instance")
    area.fill("import random\nclass A(:\n    pass")
    page.get_by_role("button", name="Run this").click()
    expect(said).to_contain_text("Line 2: the program is not valid Python")
    expect(page.locator(".sp-badline")).to_have_text("2")
    send(page, HIDDEN)
    expect(page.locator(".sp-result h3")).to_have_text("You won")


def test_a_file_is_opened_and_a_blank_program_is_there_to_start_from(opened: Open, tmp_path: Path) -> None:
    page = opened(None)
    assert "class WarmerColderEnv" in page.get_by_label("Program source").input_value()
    file = tmp_path / "walk.py"
    file.write_text(WALK, encoding="utf-8")
    page.get_by_label("Program file").set_input_files(file)
    page.get_by_role("button", name="Run this").click()
    expect(page.locator(".sp-head h2")).to_have_text("Walk")
    big = tmp_path / "big.py"
    big.write_text("#" * 200_000)
    page.get_by_label("Program file").set_input_files(big)
    expect(page.locator(".sp-source .sp-notice")).to_contain_text("big.py has 200000 bytes")


DROP = """(names) => {
  const held = new DataTransfer();
  held.items.add(new File([new Uint8Array(names.bytes)], names.name));
  const over = new DragEvent("dragover", { bubbles: true, cancelable: true, composed: true, dataTransfer: held });
  document.querySelector(".sp-log").dispatchEvent(over);
  document.querySelector(".sp-log").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: held }));
  return over.defaultPrevented;
}"""


def test_a_file_dropped_anywhere_on_the_player_is_opened_and_not_run(opened: Open) -> None:
    page = opened(GUESS)
    said = page.locator(".sp-source .sp-notice")
    assert page.evaluate(DROP, {"name": "walk.py", "bytes": list(WALK.encode())}), (
        "the browser keeps the page"
    )
    expect(said).to_have_text("walk.py is open. Read it, then press Run this.")
    assert page.get_by_label("Program source").input_value() == WALK
    expect(page.locator(".sp-head h2")).to_have_text("Guess the number")
    page.evaluate(DROP, {"name": "cat.png", "bytes": [0x89, 0x50, 0x4E, 0x47, 0xFF]})
    expect(said).to_have_text("cat.png is not a text file; a program is one Python file in UTF-8.")
    assert page.get_by_label("Program source").input_value() == WALK


def test_a_program_pasted_over_a_read_only_one_becomes_a_fork(opened: Open) -> None:
    page = opened(GUESS)
    page.locator(".sp-source summary").click()
    area = page.get_by_label("Program source")
    page.evaluate("text => navigator.clipboard.writeText(text)", WALK)
    area.focus()
    page.keyboard.press("Control+v")
    expect(page.locator(".sp-source .sp-notice")).to_contain_text("The pasted program is open.")
    assert area.input_value() == WALK
    page.evaluate("text => navigator.clipboard.writeText(text)", "#" * 100_001)
    page.keyboard.press("Control+v")
    expect(page.locator(".sp-source .sp-notice")).to_contain_text("it has at most 100000")
    page.keyboard.press("Control+a")
    page.evaluate("text => navigator.clipboard.writeText(text)", WALK.replace('"""Walk', '"""Stroll'))
    page.keyboard.press("Control+v")
    page.get_by_role("button", name="Run this").click()
    expect(page.locator(".sp-head h2")).to_have_text("Stroll")


def test_a_game_too_long_for_a_link_is_said_to_be_left_out(opened: Open) -> None:
    page = opened(GUESS)
    send(page, "not a number, " * 600)
    turn(page, 1)
    act(page, "copyLink")
    expect(page.locator(".sp-player > .sp-notice")).to_contain_text(
        "but not the moves, which are too long for a link"
    )
    link = page.evaluate("navigator.clipboard.readText()")
    assert "seed=3" in link and "a=" not in link.split("#")[-1]
