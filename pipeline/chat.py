"""Messages to tokens, for any tokenizer with a chat template, and tokens back to text.

A rollout is one token sequence that only ever grows: the policy's sampled ids stay exactly as they were
sampled, and the turn that follows is appended as the template would have written it. Templates that rewrite
what was said earlier (Qwen3 drops the thoughts of earlier turns, and the empty thought of a turn without
thinking) make it several sequences: :class:`Dialogue` then leaves out what the template leaves out, by
cutting sampled ids, and a new sequence begins.

What a template does is found out by rendering short conversations, so nothing here knows a model by name.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from jinja2 import TemplateError

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

_MARK = "\u2042reply\u2042"
"""Stands for a sampled reply while the text the template puts around a reply is looked up."""
_THOUGHT = "\u2042thought\u2042"
OPEN, CLOSE = "<think>", "</think>"
"""Around a thought, in every template that has them."""


class Conversation(Protocol):
    """A conversation that goes on turn by turn. ``ids`` is what the next reply is sampled after."""

    ids: list[int]

    def observe(self, sampled: Sequence[int], observation: str, role: str = "user") -> None:
        """Take in a sampled reply and the message of ``role`` that answers it."""


class Chat(Protocol):
    """What the two roles need of a chat format; :class:`ChatFormat` says what each part means."""

    stop_ids: tuple[int, ...]
    tool_role: bool

    def encode(
        self,
        messages: Sequence[Mapping[str, str]],
        tools: Sequence[Mapping[str, Any]] | None = None,
        *,
        thinking: bool = False,
    ) -> list[int]: ...
    def dialogue(
        self,
        messages: Sequence[Mapping[str, str]],
        tools: Sequence[Mapping[str, Any]] | None = None,
        thinking: bool = False,
    ) -> Conversation: ...
    def decode(self, ids: Sequence[int]) -> str: ...
    def answer(self, reply: str) -> str: ...
    def size(self, ids: Sequence[int]) -> int: ...
    def clean(self, text: str) -> str: ...
    def save(self, directory: Path) -> None: ...


class ChatFormat:
    """Chat template of one tokenizer, seen as the pieces a growing rollout is made of."""

    def __init__(self, tokenizer: PreTrainedTokenizerBase):
        """Raises ``ValueError`` if the tokenizer has no chat template or its template closes no turns."""
        if not tokenizer.chat_template:
            raise ValueError("the model's tokenizer has no chat template, expected one that marks each turn")
        self.tokenizer = tokenizer
        self._special = _special_pattern(tokenizer)
        closing = self._ids(self._after_reply("x", "user"))
        specials = {i for i, token in tokenizer.added_tokens_decoder.items() if token.special}
        if not closing or closing[0] not in specials:
            raise ValueError("the chat template closes a reply with no special token, expected one")
        self.end_id: int = closing[0]
        eos = tokenizer.eos_token_id
        self.stop_ids: tuple[int, ...] = (self.end_id,) if eos in (None, self.end_id) else (self.end_id, eos)
        """Ids that end a reply: the template's end of turn and the tokenizer's end of text."""
        self.pad_id: int = self.end_id if tokenizer.pad_token_id is None else tokenizer.pad_token_id
        said = [{"role": "user", "content": "x"}]
        self.thinks: bool = self._render(said, True) != self._render(said, False)
        """Whether the template can switch thinking on and off."""
        self.drops: bool = not self._keeps_thought("user")
        """Whether the template leaves thoughts out of earlier replies once the user speaks again."""
        self.keeps_in_chain: bool = self._shows_tool_role() and self._keeps_thought("tool")
        """Whether it keeps them while only tools have answered since."""
        self.tool_role: bool = self._shows_tool_role()
        """Whether it renders messages of the role ``tool``."""

    def encode(
        self,
        messages: Sequence[Mapping[str, str]],
        tools: Sequence[Mapping[str, Any]] | None = None,
        add_generation_prompt: bool = True,
        thinking: bool = False,
    ) -> list[int]:
        """Ids of a conversation, ready for a reply when ``add_generation_prompt``.

        The text of special tokens inside a message's content is removed: what an environment prints can
        never close a turn or open another role. ``thinking`` goes to the template's switch, if it has one.
        """
        clean = [{**message, "content": self.clean(message["content"])} for message in messages]
        return self._ids(self._render(clean, thinking, add_generation_prompt, tools))

    def dialogue(
        self,
        messages: Sequence[Mapping[str, str]],
        tools: Sequence[Mapping[str, Any]] | None = None,
        thinking: bool = False,
    ) -> Dialogue:
        """A conversation that goes on turn by turn."""
        return Dialogue(self, messages, tools, thinking)

    def continuation(
        self, sampled: Sequence[int], observation: str, role: str = "user", thinking: bool = False
    ) -> list[int]:
        """Ids to append after a sampled reply: end of turn (if the reply does not end with it), the
        observation as a message of ``role``, and the prompt for the next reply."""
        ids = self._ids(self._after_reply(self.clean(observation), role, thinking))
        return ids[1:] if sampled and sampled[-1] == self.end_id else ids

    def decode(self, ids: Sequence[int]) -> str:
        """Text of sampled ids without special tokens; invalid UTF-8 becomes U+FFFD."""
        return str(
            self.tokenizer.decode(list(ids), skip_special_tokens=True, clean_up_tokenization_spaces=False)
        )

    def answer(self, reply: str) -> str:
        """What a reply says after its thoughts; nothing, if it never stopped thinking."""
        if not self.thinks:
            return reply
        head, closed, rest = reply.rpartition(CLOSE)
        if closed:
            return rest.lstrip("\n")
        return "" if OPEN in head + rest else reply

    def size(self, ids: Sequence[int]) -> int:
        """Tokens of the model's context that ``ids`` take."""
        return len(ids)

    def clean(self, text: str) -> str:
        """``text`` without anything this tokenizer would read as a special token."""
        while (shorter := self._special.sub("", text)) != text:
            text = shorter
        return text

    def save(self, directory: Path) -> None:
        """Write the tokenizer and its template next to a checkpoint."""
        self.tokenizer.save_pretrained(directory)

    def without_thoughts(self, reply: Sequence[int]) -> list[int]:
        """Sampled ids as an earlier turn shows them: no thought, no line breaks after it, no end of turn.

        Ids are cut, never encoded anew, but where one token holds a thought's last line breaks and the
        first letters of the answer.
        """
        ids = list(reply)
        while ids and ids[-1] in self.stop_ids:
            ids.pop()
        text = self.decode(ids)
        answer = text.rpartition(CLOSE)[2].lstrip("\n") if CLOSE in text else text
        if answer == text:
            return ids
        hidden = len(text) - len(answer)
        cut = bisect_left(range(len(ids) + 1), hidden, key=lambda count: len(self.decode(ids[:count])))
        kept = ids[cut:]
        shown = self.decode(kept)
        if not answer.endswith(shown):
            return self._ids(answer)
        return kept if shown == answer else self._ids(answer[: len(answer) - len(shown)]) + kept

    def _shows_tool_role(self) -> bool:
        try:
            return _THOUGHT in self._after_reply(_THOUGHT, "tool")
        except TemplateError:  # a template may refuse roles
            return False

    def _keeps_thought(self, role: str) -> bool:
        reply = f"{OPEN}\n{_THOUGHT}\n{CLOSE}\n\n{_MARK}"
        return _THOUGHT in self._render(_exchange(reply, "x", role), True)

    def _after_reply(
        self, observation: str, role: str, thinking: bool = False, add_generation_prompt: bool = True
    ) -> str:
        messages = _exchange(_MARK, observation, role)
        return self._render(messages, thinking, add_generation_prompt).partition(_MARK)[2]

    def _before_reply(self) -> str:
        """What opens a reply in the past: no thought, whatever the switch says."""
        before = self._render(_exchange(_MARK, "x", "user"), True).partition(_MARK)[0]
        return before.removeprefix(self._render([{"role": "user", "content": "x"}], True, False))

    def _render(
        self,
        messages: Sequence[Mapping[str, str]],
        thinking: bool,
        add_generation_prompt: bool = True,
        tools: Sequence[Mapping[str, Any]] | None = None,
    ) -> str:
        return str(
            self.tokenizer.apply_chat_template(
                [dict(message) for message in messages],
                tools=[dict(tool) for tool in tools] if tools else None,
                tokenize=False,
                add_generation_prompt=add_generation_prompt,
                enable_thinking=thinking,
            )
        )

    def _ids(self, text: str) -> list[int]:
        return self.tokenizer(text, add_special_tokens=False).input_ids


@dataclass(frozen=True)
class _Turn:
    """A reply and the observation after it, as ids: with thoughts, without, and what follows."""

    full: tuple[int, ...]
    bare: tuple[int, ...]
    after: tuple[int, ...]
    role: str


class Dialogue:
    """One conversation as the model is shown it. ``ids`` is what the next reply is sampled after."""

    def __init__(
        self,
        chat: ChatFormat,
        messages: Sequence[Mapping[str, str]],
        tools: Sequence[Mapping[str, Any]] | None,
        thinking: bool,
    ):
        self._chat = chat
        self._thinking = thinking
        self.ids: list[int] = chat.encode(messages, tools, thinking=thinking)
        if chat.drops:
            self._opening = chat.encode(messages, tools, add_generation_prompt=False, thinking=thinking)
            self._prompt = self.ids[len(self._opening) :]
            self._before = chat._ids(chat._before_reply())
            self._turns: list[_Turn] = []

    def observe(self, sampled: Sequence[int], observation: str, role: str = "user") -> None:
        """Take in a sampled reply and the message of ``role`` that answers it.

        ``ids`` then begins with its old value and ``sampled``, unless the template drops something.
        """
        if not self._chat.drops:
            self.ids = [
                *self.ids,
                *sampled,
                *self._chat.continuation(sampled, observation, role, self._thinking),
            ]
            return
        chat = self._chat
        after = chat._ids(chat._after_reply(chat.clean(observation), role, self._thinking, False))
        full = list(sampled)
        while full and full[-1] in chat.stop_ids:
            full.pop()
        bare = chat.without_thoughts(sampled)
        self._turns.append(_Turn(tuple(full), tuple(bare), tuple(after), role))
        self.ids = self._shown()

    def _shown(self) -> list[int]:
        spoke = max((number for number, turn in enumerate(self._turns) if turn.role == "user"), default=-1)
        ids = list(self._opening)
        for number, turn in enumerate(self._turns):
            kept = self._thinking and self._chat.keeps_in_chain and number > spoke
            ids += [*self._before, *(turn.full if kept else turn.bare), *turn.after]
        return ids + self._prompt


def _exchange(reply: str, observation: str, role: str) -> list[dict[str, str]]:
    return [
        {"role": "user", "content": "x"},
        {"role": "assistant", "content": reply},
        {"role": role, "content": observation},
    ]


def _special_pattern(tokenizer: PreTrainedTokenizerBase) -> re.Pattern[str]:
    texts = {token.content for token in tokenizer.added_tokens_decoder.values() if token.special}
    texts |= set(tokenizer.all_special_tokens)
    return re.compile("|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True)) or r"(?!)")
