"""Tool use: every kind of field, arguments that teach, the call log, and the agent word for word."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import spade_env
from playwright.sync_api import Browser, BrowserContext, Page, expect
from programs import DESK

sys.path.insert(0, str(Path(__file__).parent))

from axe import serious
from player_page import PageServer, serve

pytestmark = pytest.mark.browser

PATIENCE_MS = 60_000
SHOP = '''
class ShopEnv(ToolUseBaseEnv):
    """Shop desk
    Place one order with every kind of field."""
    def reset(self, seed=None):
        self._start()
        text = {"type": "string"}
        size = {"type": "string", "enum": ["small", "large"]}
        line = {"type": "object", "properties": {"item": text, "n": {"type": "integer"}}, "required": ["item", "n"]}
        place = {"type": "object", "properties": {"street": text, "floor": {"type": "integer"}}, "required": ["street"]}
        self._tools = {"order": {"description": "Place an order.", "parameters": {"type": "object", "properties": {
            "name": text, "n": {"type": "integer"}, "price": {"type": "number"}, "gift": {"type": "boolean"},
            "size": size, "tags": {"type": "array", "items": text}, "days": {"type": "array", "items": {"type": "string", "enum": ["mon", "tue", "wed"]}},
            "lines": {"type": "array", "items": line}, "to": place, "extra": {"type": "object"},
        }, "required": ["name", "n", "size", "lines", "to"]}}}
        self._state = {"got": None}
        self._user_messages = ["Order everything."]
        self._message_criteria = [lambda s: s["got"] is not None]
        return self._first_obs(), {}
    def tool_order(self, **given):
        import json
        self._state["got"] = given
        return json.dumps(given, sort_keys=True)
'''
FIND = '<tool_call>{"name": "count", "arguments": {"item": "rope"}}</tool_call>'
MOVE = '<tool_call>{"name": "move", "arguments": {"item": "rope", "n": 3}}</tool_call>'


def episode(replies: list[str], name: str) -> dict[str, Any]:
    transcript = spade_env.replay(spade_env.load(DESK), 1, replies)
    kept = {key: transcript[key] for key in ("seed", "first_observation", "steps", "return", "outcome")}
    return {"arm": "plain", "play_id": name, "hint": None, "completion_tokens": 70, **kept}


@pytest.fixture(scope="module")
def pages() -> Iterator[PageServer]:
    with serve() as server:
        yield server


@pytest.fixture(scope="module")
def context(browser: Browser, screen: dict[str, Any]) -> Iterator[BrowserContext]:
    context = browser.new_context(**screen)
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


def opened(context: BrowserContext, pages: PageServer, source: str, **options: Any) -> Page:
    program = {"source": source, "title": "Desk", "summary": "", "env_id": "desk", "kind": "tool_use"}
    page = context.new_page()
    page.goto(pages.add("tools", program=program, seed=1, **options))
    expect(page.locator(".sp-status.sp-live")).to_be_visible(timeout=PATIENCE_MS)
    return page


def test_every_kind_of_field_becomes_the_right_json(context: BrowserContext, pages: PageServer) -> None:
    page = opened(context, pages, SHOP)
    form = page.locator("[data-tool=order]")
    expect(form).to_be_visible(timeout=PATIENCE_MS)
    required = form.locator(":is(.sp-label, legend):has(> abbr[title=required])").all_inner_texts()
    assert {text.split()[0] for text in required} == {"name", "n", "size", "lines", "to", "item", "street"}
    form.get_by_role("button", name="Call order").click()
    answered = form.locator(".sp-answered")
    expect(answered).to_contain_text("Error", timeout=PATIENCE_MS)
    expect(page.locator(".sp-turns")).to_contain_text("turn 1 of")
    direct = form.locator("> .sp-fields > .sp-field")
    direct.filter(has_text="name").locator("input").fill("Ada")
    form.locator("> .sp-fields > .sp-field > input[name=n]").fill("2")
    form.locator("input[name=price]").fill("1.5")
    form.locator("select[name=gift]").select_option(label="false")
    form.locator("select[name=size]").select_option(label="large")
    form.locator("textarea[name=tags]").fill("red\nfragile")
    for day in ("wed", "mon"):
        form.get_by_label(day).check()
    lines = form.locator("fieldset", has=page.get_by_role("button", name="Add to lines"))
    lines.locator("input[name=item]").fill("rope")
    lines.locator("input[name=n]").fill("3")
    page.get_by_role("button", name="Add to lines").click()
    page.get_by_role("button", name="Add to lines").click()
    lines.locator("input[name=item]").nth(1).fill("net")
    lines.locator("input[name=n]").nth(1).fill("1")
    lines.get_by_role("button", name="Remove").nth(2).click()
    form.locator("input[name=street]").fill("Main")
    form.locator("textarea[name=extra]").fill("{")
    form.get_by_role("button", name="Call order").click()
    expect(form.locator("[role=alert]")).to_have_text("extra should be JSON, for example {…}")
    form.locator("textarea[name=extra]").fill('{"a": [1, null]}')
    form.get_by_role("button", name="Call order").click()
    expect(page.locator(".sp-turns")).to_contain_text("turn 2 of")
    sent = page.locator(".sp-main .sp-move code").last.inner_text()
    call = json.loads(sent.removeprefix("<tool_call>").removesuffix("</tool_call>"))
    assert call["name"] == "order"
    assert call["arguments"] == {
        "name": "Ada", "n": 2, "price": 1.5, "gift": False, "size": "large", "tags": ["red", "fragile"],
        "days": ["mon", "wed"], "lines": [{"item": "rope", "n": 3}, {"item": "net", "n": 1}],
        "to": {"street": "Main"}, "extra": {"a": [1, None]},
    }  # fmt: skip
    page.close()


def test_wrong_arguments_teach_and_the_agent_stands_beside(
    context: BrowserContext, pages: PageServer
) -> None:
    episodes = [episode([FIND, MOVE, "<answer>3</answer>"], "won"), episode([MOVE, "<answer>4</answer>"], "lost"), episode([FIND], "third")]  # fmt: skip
    page = opened(context, pages, DESK, episodes=episodes, verbatim=2)
    cards = page.locator(".sp-agent .sp-card")
    expect(cards).to_have_count(2)
    for card, logged in zip(cards.all(), episodes, strict=False):
        assert card.locator(".sp-move code").all_inner_texts() == [step["action"] for step in logged["steps"]]
        shown = card.locator(".sp-text").all_inner_texts()
        assert shown == [logged["first_observation"], *(step["observation"] for step in logged["steps"])]
    expect(page.locator(".sp-now")).to_contain_text("How many ropes are there?")
    count = page.locator("[data-tool=count]")
    expect(page.get_by_role("heading", name="Call log")).to_be_visible()
    count.get_by_role("button", name="Call count").click()
    expect(count.locator(".sp-answered")).to_contain_text("item")
    expect(count.locator(".sp-answered")).to_have_class("sp-answered sp-error")
    expect(page.locator(".sp-ghost")).to_have_text(f"agent: {FIND}")
    count.locator("select").select_option(label="rope")
    count.get_by_role("button", name="Call count").click()
    expect(page.locator(".sp-did")).to_contain_text("How many ropes are there?")
    expect(page.locator(".sp-now")).to_contain_text("Move all of them.")
    assert serious(page) == []
    page.close()


def test_on_a_phone_the_forms_come_first_and_fit(browser: Browser, pages: PageServer) -> None:
    phone = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, color_scheme="dark")  # fmt: skip
    phone.set_default_timeout(PATIENCE_MS)
    page = opened(phone, pages, DESK)
    expect(page.get_by_role("button", name="Call count")).to_be_in_viewport()
    heights = [
        page.locator(part).bounding_box()["y"] for part in (".sp-now", "[data-tool=count]", ".sp-logtitle")
    ]
    assert heights == sorted(heights)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.close()
