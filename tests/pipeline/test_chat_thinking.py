"""Thoughts and tools: what a growing conversation shows is what the tokenizer's own template renders.

The template below is written for these tests by the rules of Qwen3's: a switch for thinking that closes an
empty thought when off, thoughts left out of replies before the user's last message and kept in a chain of tool
calls after it, tools in the system message, tool results inside a user turn. SmolLM2's is the project's own.
"""

from __future__ import annotations

import pytest
from tokenizers import AddedToken

from pipeline.bootstrap.smol import CHAT_TEMPLATE as SMOL
from pipeline.chat import ChatFormat
from tests.pipeline.loop_harness import micro_tokenizer

QWEN_RULES = """\
{%- if tools %}
{{- '<|im_start|>system\\n' }}
{%- if messages[0].role == 'system' %}{{- messages[0].content + '\\n\\n' }}{% endif %}
{{- 'Tools at hand:\\n<tools>' }}
{%- for tool in tools %}{{- '\\n' + (tool | tojson) }}{% endfor %}
{{- '\\n</tools><|im_end|>\\n' }}
{%- elif messages[0].role == 'system' %}
{{- '<|im_start|>system\\n' + messages[0].content + '<|im_end|>\\n' }}
{%- endif %}
{%- set last = namespace(user=-1) %}
{%- for m in messages %}{% if m.role == 'user' %}{% set last.user = loop.index0 %}{% endif %}{% endfor %}
{%- for m in messages %}
{%- if m.role == 'assistant' %}
{%- set thought = m.content.split('</think>')[0].split('<think>')[-1].strip('\\n') if '</think>' in m.content else '' %}
{%- set said = m.content.split('</think>')[-1].lstrip('\\n') if '</think>' in m.content else m.content %}
{{- '<|im_start|>assistant\\n' }}
{%- if loop.index0 > last.user and (loop.last or thought) %}
{{- '<think>\\n' + thought + '\\n</think>\\n\\n' }}
{%- endif %}
{{- said + '<|im_end|>\\n' }}
{%- elif m.role == 'tool' %}
{{- '<|im_start|>user\\n<tool_response>\\n' + m.content + '\\n</tool_response><|im_end|>\\n' }}
{%- elif m.role == 'user' or not loop.first %}
{{- '<|im_start|>' + m.role + '\\n' + m.content + '<|im_end|>\\n' }}
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
{{- '<|im_start|>assistant\\n' }}
{%- if enable_thinking is defined and not enable_thinking %}{{- '<think>\\n\\n</think>\\n\\n' }}{% endif %}
{%- endif %}"""

TOOLS = [{"type": "function", "function": {"name": "pack", "parameters": {"type": "object"}}}]
OPENING = [{"role": "system", "content": "Rules."}, {"role": "user", "content": "Begin, for “x”."}]


def make(template: str, *, thought_tokens: bool = True) -> ChatFormat:
    tokenizer = micro_tokenizer()
    tokenizer.add_special_tokens({"additional_special_tokens": ["<|im_start|>", "<|im_end|>"]})
    tokenizer.eos_token = "<|im_end|>"
    if thought_tokens:  # as in Qwen3: tokens of their own, but not special ones
        tokenizer.add_tokens([AddedToken("<think>", special=False), AddedToken("</think>", special=False)])
    tokenizer.chat_template = template
    return ChatFormat(tokenizer)


def rendered(chat: ChatFormat, messages, thinking: bool, tools=None) -> str:
    """The reference: the tokenizer's own rendering of the whole conversation."""
    return chat.tokenizer.apply_chat_template(
        messages, tools=tools, tokenize=False, add_generation_prompt=True, enable_thinking=thinking
    )


def sample(chat: ChatFormat, text: str) -> list[int]:
    return [*chat.tokenizer(text, add_special_tokens=False).input_ids, chat.end_id]


def reply(number: int, thinking: bool) -> str:
    thought = f"<think>\nlet me see: {number} …\n</think>\n\n" if thinking else ""
    return f"{thought}I say {number}.\n\\boxed{{é{number}}}"


def grow(chat: ChatFormat, roles: list[str], thinking: bool, tools=None):
    """A conversation turn by turn, next to its messages; yields after every observation."""
    talk, messages = chat.dialogue(OPENING, tools, thinking), list(OPENING)
    yield talk, messages, []
    for number, role in enumerate(roles):
        sampled = sample(chat, reply(number, thinking))
        talk.observe(sampled, f"seen {number} “y”", role)
        messages += [
            {"role": "assistant", "content": reply(number, thinking)},
            {"role": role, "content": f"seen {number} “y”"},
        ]
        yield talk, messages, sampled


@pytest.mark.parametrize("thought_tokens", [True, False])
@pytest.mark.parametrize("thinking", [True, False])
@pytest.mark.parametrize(
    "roles",
    [["user"] * 3, ["tool"] * 3, ["tool", "tool", "user", "tool"], ["user", "tool", "user"]],
    ids=lambda roles: "-".join(roles),
)
def test_every_turn_shows_what_the_template_renders(roles, thinking, thought_tokens):
    chat = make(QWEN_RULES, thought_tokens=thought_tokens)
    tools = TOOLS if "tool" in roles else None
    for talk, messages, _ in grow(chat, roles, thinking, tools):
        assert chat.tokenizer.decode(talk.ids) == rendered(chat, messages, thinking, tools)


@pytest.mark.parametrize("roles", [["user"] * 3, ["tool", "tool", "user", "tool"]], ids="-".join)
def test_smollm2_forgets_nothing_and_only_grows(roles):
    chat = make(SMOL)
    assert not chat.thinks and not chat.drops and chat.tool_role
    before: list[int] = []
    for talk, messages, sampled in grow(chat, roles, False, TOOLS):
        assert chat.tokenizer.decode(talk.ids) == rendered(chat, messages, False, TOOLS)
        assert talk.ids[: len(before) + len(sampled)] == [*before, *sampled]
        before = talk.ids


def test_what_a_template_does_is_found_out():
    qwen = make(QWEN_RULES)
    assert qwen.thinks and qwen.drops and qwen.keeps_in_chain and qwen.tool_role
    refuses = make(
        SMOL.replace(
            "{%- if tools %}",
            "{%- if messages[-1].role == 'tool' %}{{ raise_exception('no tools') }}{% endif %}{%- if tools %}",
            1,
        )
    )
    assert not refuses.tool_role and not refuses.drops


def test_sampled_ids_are_kept_as_they_were_sampled():
    """An answer that the tokenizer would have written with other ids stays as it is."""
    chat = make(QWEN_RULES)
    letters = [chat.tokenizer(letter, add_special_tokens=False).input_ids for letter in "hello"]
    odd = [i for ids in letters for i in ids]
    thought = chat.tokenizer("<think>\nhm\n</think>\n\n", add_special_tokens=False).input_ids
    assert chat.without_thoughts([*thought, *odd, chat.end_id]) == odd
    assert chat.without_thoughts([*odd, chat.end_id]) == odd
    assert chat.without_thoughts([*thought, chat.end_id]) == []


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("<think>\na \\boxed{1}\n</think>\n\n\\boxed{2}", "\\boxed{2}"),
        ("</think>\nyes", "yes"),
        ("<think>\nnever done \\boxed{1}", ""),
        ("plain", "plain"),
    ],
)
def test_only_what_follows_the_thoughts_is_the_answer(said, answer):
    assert make(QWEN_RULES).answer(said) == answer
    assert make(SMOL).answer(said) == said
