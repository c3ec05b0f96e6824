"""The player in a real browser: a game from the first observation to the result, tools, links, the editor."""

from __future__ import annotations

import base64
import json
import random
import re
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import spade_env
from playwright.sync_api import Browser, BrowserContext, Page, expect
from programs import DESK, GUESS

sys.path.insert(0, str(Path(__file__).parent))

from player_page import PageServer, serve
from player_programs import ENDS_AT_ONCE, LONG, WALK

from pipeline.run_log import to_table
from pipeline.run_schema import PLAYS

pytestmark = pytest.mark.browser

SEED = 3
HIDDEN = random.Random(SEED).randint(1, 9)
WRONG = HIDDEN % 9 + 1
PATIENCE_MS = 60_000
Open = Callable[..., Page]


def boxed(move: object) -> str:
    return f"\\boxed{{{move}}}"


def episode(source: str, seed: int, replies: list[str], arm: str = "plain") -> dict[str, Any]:
    """A logged episode as the explorer hands it to the player."""
    transcript = spade_env.replay(spade_env.load(source), seed, replies)
    kept = {key: transcript[key] for key in ("seed", "first_observation", "steps", "return", "outcome")}
    return {"arm": arm, "play_id": f"{arm}-{seed}", "hint": "the number is small", **kept}


@pytest.fixture(scope="module")
def pages() -> Iterator[PageServer]:
    with serve() as server:
        yield server


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


@pytest.fixture
def opened(pages: PageServer, context: BrowserContext, request: pytest.FixtureRequest) -> Iterator[Open]:
    """``opened(source, hash="", **options)``: a page with the program's first observation on it. Script
    errors fail the test."""
    errors: list[str] = []
    shown: list[Page] = []

    def open_page(
        source: str | None, hash: str = "", within: BrowserContext | None = None, **options: Any
    ) -> Page:
        if source is not None:
            program = spade_env.load(source)
            said = {"title": program.title, "summary": program.summary, "kind": program.kind}
            options["program"] = {"source": source, "env_id": request.node.name, **said}
        page = (within or context).new_page()
        shown.append(page)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(pages.add(request.node.name, **{"seed": SEED, **options}) + hash)
        expect(page.locator(".sp-status.sp-live")).to_be_visible(timeout=PATIENCE_MS)
        return page

    yield open_page
    for page in shown:
        page.close()
    assert errors == []


def send(page: Page, move: object) -> None:
    expect(page.locator(".sp-player")).to_have_attribute("aria-busy", "false")
    page.fill("input[name=move]", str(move))
    page.keyboard.press("Enter")


def turn(page: Page, number: int) -> None:
    expect(page.locator(".sp-turns")).to_have_text(re.compile(rf"turn {number} of \d+"), timeout=PATIENCE_MS)


def act(page: Page, name: str) -> None:
    expect(page.locator(".sp-player")).to_have_attribute("aria-busy", "false")
    page.click(f"[data-act={name}]")


# --- a game


def test_starts_from_the_snapshot_and_is_won_by_typing(opened: Open) -> None:
    page = opened(GUESS)
    runtime = page.evaluate(
        """async () => {
          const { sharedRuntime } = await import("/player/shared_runtime.js");
          const runtime = await sharedRuntime("/rt/", () => {}).promise;
          return [crossOriginIsolated, runtime.how, runtime.stoppable];
        }"""
    )
    assert runtime == [True, "snapshot", True]
    expect(page.locator(".sp-log")).to_contain_text("Guess a number from 1 to 9")
    page.fill("input[name=move]", str(WRONG))
    expect(page.locator(".sp-preview")).to_have_text(boxed(WRONG))
    page.keyboard.press("Enter")
    turn(page, 1)
    expect(page.locator(".sp-move code").last).to_have_text(boxed(WRONG))
    expect(page.locator("input[name=move]")).to_be_focused()
    page.uncheck("input[name=box]")
    send(page, f"it may be {HIDDEN}")
    turn(page, 2)
    expect(page.locator(".sp-move code").last).to_have_text(f"it may be {HIDDEN}")
    page.check("input[name=box]")
    send(page, HIDDEN)
    expect(page.locator(".sp-result h3")).to_have_text("You won")
    expect(page.locator(".sp-result")).to_contain_text("After 3 turns of 4: solved.")
    kinds = [event["kind"] for event in page.evaluate("events")]
    assert kinds == ["opened", "moved", "moved", "moved", "finished"]
    expect(page.locator(".sp-history")).to_contain_text(f"seed {SEED} won in 3 turns")


def test_buttons_arrows_and_swipes_steer_a_drawn_board(opened: Open) -> None:
    page = opened(WALK)
    board = page.locator(".sp-grid")
    expect(board).to_have_attribute("aria-label", "Board of 3 rows and 4 columns. P . . .; . . . G; . . . .")
    page.get_by_role("button", name="go right").click()
    turn(page, 1)
    page.keyboard.press("ArrowRight")
    turn(page, 2)
    page.keyboard.press("s")
    turn(page, 3)
    expect(board).to_have_attribute("aria-label", re.compile(r"\. \. P G"))
    box = page.locator(".sp-picture").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 120, box["y"] + 25)
    page.mouse.up()
    expect(page.locator(".sp-result h3")).to_have_text("You won")
    moves = page.locator(".sp-main .sp-move code").all_inner_texts()
    assert moves == [boxed(f"go {way}") for way in ("right", "right", "down", "right")]


def test_undo_restart_and_seeds(opened: Open) -> None:
    page = opened(GUESS)
    send(page, WRONG)
    turn(page, 1)
    send(page, WRONG)
    turn(page, 2)
    act(page, "undo")
    turn(page, 1)
    page.fill("input[name=move]", "")
    page.keyboard.press("Control+z")
    turn(page, 0)
    send(page, WRONG)
    turn(page, 1)
    act(page, "restart")
    turn(page, 0)
    expect(page.locator(".sp-main .sp-turn")).to_have_count(1)
    page.fill(".sp-seed", "8")
    page.keyboard.press("Tab")
    page.wait_for_function("new URLSearchParams(location.search).get('seed') === '8'")
    send(page, random.Random(8).randint(1, 9))
    expect(page.locator(".sp-result h3")).to_have_text("You won")
    act(page, "newSeed")
    turn(page, 0)
    assert page.input_value(".sp-seed") not in ("", "8")


def test_hint_is_asked_for_and_giving_up_plays_the_proof(opened: Open) -> None:
    page = opened(GUESS)
    assert f"number is {HIDDEN}" not in page.content()
    act(page, "hint")
    expect(page.locator(".sp-hint")).to_contain_text(f"the number is {HIDDEN}")
    act(page, "giveUp")
    expect(page.locator(".sp-result h3")).to_have_text("The proved solution")
    expect(page.locator(".sp-main .sp-move").last).to_contain_text("Solution 1")
    assert page.locator(".sp-history").count() == 0, "a played proof is nobody's win"


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
    expect(page.locator(".sp-result")).to_contain_text("Copied")
    shared = page.evaluate("navigator.clipboard.readText()")
    text, link = shared.split("\n")
    assert text == "Guess the number, seed 3: won in 2 of 4 turns. The agent has no logged attempts here."
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".sp-linked")).to_contain_text("This link holds a game of 2 moves.")
    turn(page, 0)
    page.get_by_role("button", name="Replay it here").click()
    expect(page.locator(".sp-result h3")).to_have_text("You won")


def test_a_damaged_or_hostile_link_is_ignored(opened: Open) -> None:
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
    assert page.locator(".sp-linked").inner_text() == ""
    read = page.evaluate(
        """async (fragments) => {
          const { programFromHash, repliesFromHash } = await import("/player/links.js");
          return Promise.all(fragments.map(async (hash) => [repliesFromHash(hash), await programFromHash(hash)]));
        }""",
        fragments,
    )
    assert read == [[None, None]] * len(fragments)


# --- tools


def test_tool_forms_call_teach_advance_and_finish(opened: Open) -> None:
    page = opened(DESK, editable=False)
    assert page.get_by_role("button", name="Fork").count() == 0
    now = page.locator(".sp-now")
    expect(now).to_contain_text("How many ropes are there?")
    count, move = page.locator("[data-tool=count]"), page.locator("[data-tool=move]")
    count.get_by_role("button", name="Call count").click()
    turn(page, 1)
    expect(page.locator(".sp-main .sp-text").last).to_contain_text("Error")
    count.locator("select").select_option(label="rope")
    count.get_by_role("button", name="Call count").click()
    turn(page, 2)
    expect(now).to_contain_text("Move all of them.")
    expect(page.locator(".sp-did")).to_contain_text("How many ropes are there?")
    assert count.locator("select").evaluate("node => node.selectedOptions[0].text") == "rope", (
        "forms keep what was filled in"
    )
    move.locator("input[name=item]").fill("rope")
    move.locator("input[name=n]").fill("3")
    move.get_by_role("button", name="as JSON").click()
    raw = page.locator("input[name=move]")
    expect(raw).to_have_value('<tool_call>{"name":"move","arguments":{"item":"rope","n":3}}</tool_call>')
    raw.press("Enter")
    turn(page, 3)
    page.fill("input[name=answer]", "3")
    page.get_by_role("button", name="Finish").click()
    expect(page.locator(".sp-result h3")).to_have_text("You won")


# --- edges


def test_a_storm_of_clicks_is_one_move(opened: Open) -> None:
    page = opened(WALK)
    page.get_by_role("button", name="go down").evaluate(
        "button => { for (let i = 0; i < 30; i++) button.click(); }"
    )
    turn(page, 1)
    page.keyboard.press("ArrowUp")
    turn(page, 2)


def test_an_environment_that_fails_at_once_says_so(opened: Open) -> None:
    page = opened(ENDS_AT_ONCE)
    expect(page.locator(".sp-result h3")).to_have_text("The program broke")
    expect(page.locator(".sp-result")).to_contain_text("env_fault:StopIteration")
    act(page, "newSeed")
    expect(page.locator(".sp-result h3")).to_have_text("The program broke")


def test_long_foreign_and_html_text_on_a_phone(opened: Open, browser: Browser) -> None:
    phone = browser.new_context(
        viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, color_scheme="dark"
    )
    phone.set_default_timeout(PATIENCE_MS)
    page = opened(LONG, within=phone)
    assert page.locator(".sp-log img, .sp-log b").count() == 0
    expect(page.locator(".sp-log")).to_contain_text("<b>bold</b>")
    send(page, "go")
    turn(page, 1)
    assert page.locator(".sp-log").evaluate("log => log.innerText.length") < 3000
    page.get_by_role("button", name=re.compile("show all")).click()
    expect(page.locator(".sp-tall")).to_contain_text("line 4999")
    for name in ("undo", "restart", "hint", "giveUp", "newSeed", "copyLink"):
        box = page.locator(f"[data-act={name}]").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.close()


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
