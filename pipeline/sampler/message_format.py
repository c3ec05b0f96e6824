"""A chat format for endpoints that take messages and give text: what stands where token ids stand elsewhere.

The loop knows one thing to put into a sampler, a sequence of ids. Here an id is a byte of UTF-8 or a mark
(who speaks, end of turn), so that :func:`read` gives back the very messages that :class:`MessageFormat`
wrote, and no text can be taken for a mark. These are not the model's tokens: what is counted and paid for is
what the endpoint reports (``Completion.counted``).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pipeline.chat import CLOSE, OPEN

END = 256
ROLES = {"system": 257, "user": 258, "assistant": 259}
THINKING = 260
"""First id of a conversation whose next reply may begin with a thought."""
BYTES_PER_TOKEN = 4
"""Rule of thumb for English and code, used where room must be guessed before the endpoint has counted."""

_SPEAKERS = {mark: role for role, mark in ROLES.items()}
_MARKS = re.compile(r"<\|[^<>|\s]{1,40}\|>")
"""Text that the model's own tokenizer may read as a special token; the endpoint might not escape it."""
_TOOLS = "You can call these tools, described as JSON schemas:\n"


class MessageFormat:
    """See :class:`pipeline.chat.ChatFormat`, whose seam this is. Observations are messages of the user, and
    tools are described in the system message, since endpoints differ in how they take both."""

    stop_ids: tuple[int, ...] = (END,)
    tool_role = False

    def encode(
        self,
        messages: Sequence[Mapping[str, str]],
        tools: Sequence[Mapping[str, Any]] | None = None,
        *,
        thinking: bool = False,
    ) -> list[int]:
        """Marks and bytes of a conversation, ready for a reply."""
        ids = [THINKING] if thinking else []
        for message in _with_tools(messages, tools):
            ids += [ROLES[message["role"]], *self.clean(message["content"]).encode(), END]
        return [*ids, ROLES["assistant"]]

    def dialogue(
        self,
        messages: Sequence[Mapping[str, str]],
        tools: Sequence[Mapping[str, Any]] | None = None,
        thinking: bool = False,
    ) -> MessageDialogue:
        """A conversation that goes on turn by turn."""
        return MessageDialogue(self, self.encode(messages, tools, thinking=thinking))

    def decode(self, ids: Sequence[int]) -> str:
        """Text of a reply."""
        return bytes(i for i in ids if i < END).decode(errors="replace")

    def answer(self, reply: str) -> str:
        """What a reply says after its thoughts, where the endpoint left them in the text."""
        if not reply.lstrip().startswith(OPEN):
            return reply
        return reply.rpartition(CLOSE)[2].lstrip("\n") if CLOSE in reply else ""

    def size(self, ids: Sequence[int]) -> int:
        """About how many tokens of the model ``ids`` are."""
        return -(-len(ids) // BYTES_PER_TOKEN)

    def clean(self, text: str) -> str:
        """``text`` without what looks like a special token."""
        while (shorter := _MARKS.sub("", text)) != text:
            text = shorter
        return text

    def save(self, directory: Path) -> None:
        """Nothing to keep: there is no tokenizer."""


class MessageDialogue:
    """A conversation in marks and bytes; thoughts left in a reply's text are dropped once it is answered."""

    def __init__(self, chat: MessageFormat, ids: list[int]):
        self._chat = chat
        self.ids = ids

    def observe(self, sampled: Sequence[int], observation: str, role: str = "user") -> None:
        """Take in a reply and the message that answers it."""
        said = self._chat.decode(sampled)
        told = self._chat.answer(said)
        reply = [i for i in sampled if i != END] if told == said else list(told.encode())
        heard = self._chat.clean(observation).encode()
        self.ids = [*self.ids, *reply, END, ROLES["user"], *heard, END, ROLES["assistant"]]


def read(ids: Sequence[int]) -> tuple[list[dict[str, str]], bool]:
    """The messages that ``ids`` were made of, and whether the next reply may think.

    Raises ``ValueError`` for ids that :class:`MessageFormat` never writes.
    """
    thinking = bool(ids) and ids[0] == THINKING
    messages: list[dict[str, str]] = []
    start: int | None = None
    for place, code in enumerate(ids):
        if code in _SPEAKERS and start is None:
            start = place
        elif code == END and start is not None:
            content = bytes(ids[start + 1 : place]).decode(errors="replace")
            messages.append({"role": _SPEAKERS[ids[start]], "content": content})
            start = None
        elif code > 255 and not (code == THINKING and place == 0):
            raise ValueError(f"id {code} at place {place} belongs to no message, expected a byte")
    if start != len(ids) - 1 or ids[start] != ROLES["assistant"]:
        raise ValueError("the prompt should end where a reply begins")
    return messages, thinking


def _with_tools(
    messages: Sequence[Mapping[str, str]], tools: Sequence[Mapping[str, Any]] | None
) -> list[Mapping[str, str]]:
    if not tools:
        return list(messages)
    listed = _TOOLS + "\n".join(json.dumps(tool, ensure_ascii=False) for tool in tools)
    if messages and messages[0]["role"] == "system":
        first = {**messages[0], "content": f"{messages[0]['content']}\n\n{listed}"}
        return [first, *messages[1:]]
    return [{"role": "system", "content": listed}, *messages]
