"""Messages to tokens, for any tokenizer with a chat template, and tokens back to text.

A rollout is one token sequence that only ever grows: the policy's sampled ids stay exactly as they were
sampled, and the turn that follows is appended as the template would have written it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from transformers import PreTrainedTokenizerBase

_MARK = "\u2042reply\u2042"
"""Stands for a sampled reply while the text the template puts after a reply is looked up."""


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

    def encode(
        self,
        messages: Sequence[Mapping[str, str]],
        tools: Sequence[Mapping[str, Any]] | None = None,
        add_generation_prompt: bool = True,
    ) -> list[int]:
        """Ids of a conversation, ready for a reply when ``add_generation_prompt``.

        The text of special tokens inside a message's content is removed: what an environment prints can
        never close a turn or open another role.
        """
        clean = [{**message, "content": self.clean(message["content"])} for message in messages]
        text = self.tokenizer.apply_chat_template(
            clean,
            tools=[dict(tool) for tool in tools] if tools else None,
            tokenize=False,
            add_generation_prompt=add_generation_prompt,
        )
        return self._ids(str(text))

    def continuation(self, sampled: Sequence[int], observation: str, role: str = "user") -> list[int]:
        """Ids to append after a sampled reply: end of turn (if the reply does not end with it), the
        observation as a message of ``role``, and the prompt for the next reply."""
        ids = self._ids(self._after_reply(self.clean(observation), role))
        return ids[1:] if sampled and sampled[-1] == self.end_id else ids

    def decode(self, ids: Sequence[int]) -> str:
        """Text of sampled ids without special tokens; invalid UTF-8 becomes U+FFFD."""
        return str(
            self.tokenizer.decode(list(ids), skip_special_tokens=True, clean_up_tokenization_spaces=False)
        )

    def clean(self, text: str) -> str:
        """``text`` without anything this tokenizer would read as a special token."""
        while (shorter := self._special.sub("", text)) != text:
            text = shorter
        return text

    def _after_reply(self, observation: str, role: str) -> str:
        messages = [
            {"role": "user", "content": "x"},
            {"role": "assistant", "content": _MARK},
            {"role": role, "content": observation},
        ]
        text = self.tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        return str(text).partition(_MARK)[2]

    def _ids(self, text: str) -> list[int]:
        return self.tokenizer(text, add_special_tokens=False).input_ids


def _special_pattern(tokenizer: PreTrainedTokenizerBase) -> re.Pattern[str]:
    texts = {token.content for token in tokenizer.added_tokens_decoder.values() if token.special}
    texts |= set(tokenizer.all_special_tokens)
    return re.compile("|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True)) or r"(?!)")
