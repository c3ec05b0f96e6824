"""The player in a real browser: a game from the first observation to the result, tools, and rough edges."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from programs import DESK, GUESS

sys.path.insert(0, str(Path(__file__).parent))

from player_programs import ENDS_AT_ONCE, LONG, WALK
from player_session import (
    HIDDEN,
    SEED,
    WRONG,
    Open,
    act,
    boxed,
    context,
    opened,
    pages,
    send,
    turn,
)

pytestmark = pytest.mark.browser
__all__ = ["context", "opened", "pages"]  # fixtures


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


def test_long_foreign_and_html_text(opened: Open, screen: dict[str, Any]) -> None:
    page = opened(LONG)
    width = screen["viewport"]["width"]
    assert page.locator(".sp-log img, .sp-log b").count() == 0
    expect(page.locator(".sp-log")).to_contain_text("<b>bold</b>")
    send(page, "go")
    turn(page, 1)
    assert page.locator(".sp-log").evaluate("log => log.innerText.length") < 3000
    page.get_by_role("button", name=re.compile("show all")).click()
    expect(page.locator(".sp-tall")).to_contain_text("line 4999")
    for name in ("undo", "restart", "hint", "giveUp", "newSeed", "copyLink"):
        box = page.locator(f"[data-act={name}]").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        assert box["height"] >= (44 if screen.get("has_touch") else 24)  # pixels that a finger, a mouse need
