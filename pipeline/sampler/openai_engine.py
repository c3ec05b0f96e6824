"""A policy behind any OpenAI-compatible endpoint: it designs and plays, and cannot be trained.

Two ways to ask (``endpoint.api``):

* ``messages``: chat completions. Messages go out and text comes back (``message_format``); there are no
  token ids and no log-probs (``nan``). Thoughts that the endpoint reports apart are counted, but never seen.
* ``tokens``: completions with the prompt as token ids, where the endpoint gives token ids and log-probs
  back (vLLM: ``return_token_ids``). Nothing is re-tokenised. The log-probs are the endpoint's; vLLM's are of
  the temperature-scaled softmax only when it is served with ``--logprobs-mode processed_logprobs``.

Seeds are sent, but whether an endpoint repeats itself is its own affair. Completions carry version 0.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Literal

from pipeline.chat import Chat
from pipeline.config_sections import EndpointSection
from pipeline.sampler import Completion, FinishReason, SamplerError, SamplerStats, SamplingParams
from pipeline.sampler.endpoint import Endpoint, Refused, Usage, read_usage
from pipeline.sampler.message_format import END, read

if TYPE_CHECKING:
    from torch import Tensor, nn

SEED_BITS = 31
"""Endpoints differ in how large a seed they take; all take this many bits."""
_TOO_LONG = ("context_length", "context length", "maximum context", "context window", "too many tokens")


class OpenAIEngine:
    """A :class:`pipeline.sampler.Sampler` that asks an endpoint, ``endpoint.concurrency`` rows at a time.

    :meth:`generate` raises :class:`pipeline.sampler.SamplerError` when the endpoint refuses or stays silent.
    A prompt too long for the model is no error: its completion is empty and ends for length.
    """

    def __init__(
        self,
        options: EndpointSection,
        chat: Chat,
        *,
        usage: Usage | None = None,
        sleep: Callable[[float], Any] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ):
        self._options = options
        self._chat = chat
        self._endpoint = Endpoint(options, usage=usage, sleep=sleep, clock=clock)
        self._ask = self._ask_tokens if options.api == "tokens" else self._ask_messages
        self.version = 0
        self.stats = SamplerStats()

    @property
    def usage(self) -> Usage:
        """Requests, tokens and cost so far."""
        return self._endpoint.usage

    def resume(self, usage: Mapping[str, Any]) -> None:
        """Carry on counting from what an earlier process of the same run used."""
        self._endpoint.usage = Usage(**usage)

    def notes(self) -> list[str]:
        """What a reader of the log has to know about this policy, a sentence each."""
        options = self._options
        first = f"policy: {options.model} at {options.base_url}, not trained (policy version 0, no losses)"
        if options.api == "messages":
            return [first, "messages out, text back: no token ids and no log-probs; rows count its tokens"]
        return [first, "token ids out and back, with the endpoint's log-probs"]

    def generate(
        self, prompts: Sequence[Sequence[int]], params: SamplingParams, seeds: Sequence[int]
    ) -> list[Completion]:
        """One completion per prompt, in order; see :class:`pipeline.sampler.Sampler`."""
        if len(prompts) != len(seeds):
            raise ValueError(f"{len(prompts)} prompts and {len(seeds)} seeds, expected one seed per prompt")
        if not all(prompts):
            raise ValueError("a prompt is empty, expected at least one token")
        started = time.perf_counter()
        pool = ThreadPoolExecutor(self._options.concurrency, thread_name_prefix="endpoint")
        finished = False
        try:
            found = list(pool.map(self._complete, prompts, seeds, [params] * len(prompts)))
            finished = True
        finally:  # an interrupt must not wait for requests still on their way
            pool.shutdown(wait=finished, cancel_futures=not finished)
            if not finished:
                self._endpoint.close()
        self.stats.seconds += time.perf_counter() - started
        for prompt, completion in zip(prompts, found, strict=True):
            given, sampled = completion.counted or (len(prompt), len(completion.ids))
            self.stats.prompt_tokens += given
            self.stats.sampled_tokens += sampled
        return found

    def publish(self, weights: nn.Module | Mapping[str, Tensor], version: int) -> None:
        """Nothing can be published to an endpoint; raises ``ValueError`` when there is something to."""
        if not isinstance(weights, Mapping) or weights or version:
            raise ValueError("a model behind an endpoint takes no weights")

    def sleep(self) -> None:
        """Nothing of ours to free."""

    def wake(self) -> None:
        """Nothing to undo."""

    def _complete(self, prompt: Sequence[int], seed: int, params: SamplingParams) -> Completion:
        try:
            return self._ask(prompt, seed % 2**SEED_BITS, params)
        except Refused as refusal:
            if refusal.status in (400, 413, 422) and any(w in refusal.told.lower() for w in _TOO_LONG):
                return Completion((), (), "length", self.version, (0, 0))
            raise SamplerError(
                f"endpoint.base_url: {self._options.base_url} refused a request "
                f"(status {refusal.status}: {refusal.told})"
            ) from None

    def _ask_messages(self, prompt: Sequence[int], seed: int, params: SamplingParams) -> Completion:
        messages, thinking = read(prompt)
        body = self._body(params, seed) | {
            "messages": messages,
            self._options.limit_field: params.max_new_tokens,
        }
        if self._options.send_thinking:
            body["chat_template_kwargs"] = {"enable_thinking": thinking}

        def completion(data: dict[str, Any]) -> Completion:
            choice = data["choices"][0]
            text, reason = _said(choice["message"]), _reason(choice)
            ids = (*text.encode(errors="replace"), *([END] if reason == "stop" else []))
            counted = read_usage(data) or (self._chat.size(prompt), self._chat.size(ids))
            return Completion(ids, (math.nan,) * len(ids), reason, self.version, counted)

        return self._endpoint.post("/chat/completions", body, completion, self._tokens(prompt, params))

    def _ask_tokens(self, prompt: Sequence[int], seed: int, params: SamplingParams) -> Completion:
        body = self._body(params, seed) | {
            "prompt": list(prompt),
            "max_tokens": params.max_new_tokens,
            "logprobs": 1,
            "stop_token_ids": list(params.stop_ids),
            "skip_special_tokens": False,
            "return_token_ids": True,
        }

        def completion(data: dict[str, Any]) -> Completion:
            choice = data["choices"][0]
            ids = choice.get("token_ids")
            if ids is None or choice.get("logprobs") is None:
                raise SamplerError(
                    f"endpoint.api is 'tokens', but {self._options.base_url} gives no token ids and "
                    "log-probs back; use endpoint.api 'messages'"
                )
            logprobs, reason = choice["logprobs"]["token_logprobs"], _reason(choice)
            if len(ids) != len(logprobs) or not all(type(i) is int and i >= 0 for i in ids):
                raise ValueError("ids and log-probs do not belong together")
            self._same_tokenizer(ids, choice["text"], reason)
            return Completion(tuple(ids), tuple(map(float, logprobs)), reason, self.version)

        return self._endpoint.post("/completions", body, completion, self._tokens(prompt, params))

    def _same_tokenizer(self, ids: Sequence[int], text: str, reason: FinishReason) -> None:
        """Ids that mean something else to the endpoint than to us would make nonsense of every prompt."""
        try:
            ours = self._chat.decode(ids)
        except (IndexError, OverflowError):
            ours = None
        if reason == "stop" and ours != self._chat.clean(text):  # a reply cut short may end within a letter
            raise SamplerError(
                f"the tokenizer at model.path is not that of {self._options.model} at "
                f"{self._options.base_url}: it reads the endpoint's token ids as another text"
            )

    def _body(self, params: SamplingParams, seed: int) -> dict[str, Any]:
        return {
            "model": self._options.model,
            "temperature": params.temperature,
            "top_p": 1.0,
            "seed": seed,
        }

    def _tokens(self, prompt: Sequence[int], params: SamplingParams) -> int:
        return self._chat.size(prompt) + params.max_new_tokens


def _reason(choice: Mapping[str, Any]) -> Literal["stop", "length"]:
    return "length" if choice["finish_reason"] == "length" else "stop"


def _said(message: Mapping[str, Any]) -> str:
    """The text of a reply; calls that an endpoint took out of it are put back as the agent writes them."""
    text = message.get("content") or ""
    if not isinstance(text, str):
        raise TypeError("content is no text")
    for call in message.get("tool_calls") or []:
        function = call["function"]
        arguments = json.loads(function.get("arguments") or "{}")
        written = json.dumps({"name": function["name"], "arguments": arguments}, ensure_ascii=False)
        text += f"\n<tool_call>{written}</tool_call>"
    return text
