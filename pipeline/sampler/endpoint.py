"""Requests to an OpenAI-compatible HTTP endpoint: repeated with backoff, kept to a rate, counted.

The key comes from the environment, goes into one header, and appears in no message, log or file.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar

import httpx2

from pipeline.config_sections import EndpointSection
from pipeline.sampler import SamplerError

RETRIED = frozenset({408, 409, 425, 429})
"""Statuses besides 5xx that may go away by themselves."""
FIRST_DELAY_S, LONGEST_DELAY_S, LONGEST_ADVICE_S = 1.0, 60.0, 300.0
"""Backoff doubles from the first to the longest delay; a ``Retry-After`` is obeyed up to the last."""
CONNECT_S = 10.0
QUOTED = 300
"""Characters of an endpoint's own words that an error repeats."""

Read = TypeVar("Read")


class Refused(Exception):
    """The endpoint answered that this request will never do; ``told`` is what it said, without the key."""

    def __init__(self, status: int, told: str):
        super().__init__(f"{status}: {told}")
        self.status = status
        self.told = told


@dataclass
class Usage:
    """What a run used so far, as ``run.json`` keeps it. ``cost`` is in the currency of the prices."""

    requests: int = 0
    retries: int = 0
    uncounted: int = 0
    """Replies in which the endpoint counted no tokens: the totals and the cost leave them out."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0

    def as_dict(self) -> dict[str, float]:
        """JSON form; ``Usage(**it)`` gives it back."""
        return asdict(self)

    def line(self) -> str:
        """One line for the screen."""
        tokens = f"{self.prompt_tokens:,} tokens in prompts, {self.completion_tokens:,} in replies"
        missing = f", {self.uncounted:,} replies uncounted" if self.uncounted else ""
        return (
            f"{self.requests:,} requests ({self.retries:,} tried again), {tokens}{missing}, {self.cost:.4f}"
        )


class Pace:
    """Spaces requests so that neither limit per minute is passed; 0 is no limit. Safe between threads."""

    def __init__(
        self,
        requests: int,
        tokens: int,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Any] = time.sleep,
    ):
        self._requests, self._tokens = requests, tokens
        self._clock, self._sleep = clock, sleep
        self._lock = threading.Lock()
        self._free = clock()

    def wait(self, tokens: int) -> None:
        """Return when a request of ``tokens`` may go out."""
        share = 60 / self._requests if self._requests else 0.0
        if self._tokens:
            share = max(share, 60 * tokens / self._tokens)
        with self._lock:
            now = self._clock()
            start = max(now, self._free)
            self._free = start + share
        if start > now:
            self._sleep(start - now)


def read_key(options: EndpointSection) -> str | None:
    """The key named by ``endpoint.api_key_env``; raises :class:`SamplerError` when it is not set."""
    if not options.api_key_env:
        return None
    key = os.environ.get(options.api_key_env, "").strip()
    if not key:
        raise SamplerError(
            f"endpoint.api_key_env names {options.api_key_env}, but that environment variable is not set"
        )
    return key


class Endpoint:
    """One endpoint. :meth:`post` may be called from many threads.

    ``sleep`` waits between tries (tests hand in their own); ``usage`` carries on from an earlier process.
    """

    def __init__(
        self,
        options: EndpointSection,
        *,
        usage: Usage | None = None,
        sleep: Callable[[float], Any] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ):
        self._options = options
        self._key = read_key(options)
        self._stop = threading.Event()
        self._sleep = sleep or self._stop.wait
        self._pace = Pace(
            options.requests_per_minute, options.tokens_per_minute, clock=clock, sleep=self._sleep
        )
        self._lock = threading.Lock()
        self._jitter = random.Random(0)
        self.usage = usage or Usage()
        self._client = httpx2.Client(
            headers={"Authorization": f"Bearer {self._key}"} if self._key else {},
            timeout=httpx2.Timeout(options.timeout_s, connect=min(CONNECT_S, options.timeout_s)),
            limits=httpx2.Limits(max_connections=options.concurrency),
        )

    def post(
        self, path: str, body: Mapping[str, Any], read: Callable[[dict[str, Any]], Read], tokens: int
    ) -> Read:
        """``read`` of the endpoint's JSON reply to ``body``.

        ``tokens`` is what the request may come to, for the rate. A reply that ``read`` cannot make sense of
        (``KeyError``, ``IndexError``, ``TypeError``, ``ValueError``) is damaged, and asked for again. Raises
        :class:`Refused` for a request that is wrong, :class:`SamplerError` when every try failed.
        """
        reason = ""
        for number in range(self._options.retries + 1):
            if number:
                self._count(retries=1)
            if self._stop.is_set():
                raise SamplerError("the endpoint is no longer asked: another request failed")
            self._pace.wait(tokens)
            advice: float | None = None
            try:
                response = self._client.post(self._options.base_url + path, json=body)
                if response.status_code == 200:
                    data = response.json()
                    found = read(data)
                    self._count_tokens(data)
                    return found
                reason = f"status {response.status_code}: {self._told(response)}"
                if response.status_code not in RETRIED and response.status_code < 500:
                    raise Refused(response.status_code, self._told(response))
                advice = _retry_after(response.headers.get("retry-after"))
            except httpx2.TimeoutException:
                reason = f"no reply within {self._options.timeout_s:g} s"
            except httpx2.HTTPError as error:
                reason = f"{type(error).__name__}: {self._clean(str(error))}"
            except (KeyError, IndexError, TypeError, ValueError) as error:
                reason = f"a damaged reply ({type(error).__name__})"
            if number < self._options.retries:
                self._sleep(self._delay(number) if advice is None else advice)
        raise SamplerError(
            f"endpoint.base_url: {self._options.base_url}{path} gave no usable reply in "
            f"{self._options.retries + 1} tries (the last: {reason})"
        )

    def close(self) -> None:
        """Give up: threads that wait between tries stop waiting, connections are closed."""
        self._stop.set()
        self._client.close()

    def _delay(self, number: int) -> float:
        with self._lock:
            share = self._jitter.uniform(0.5, 1.0)
        return share * min(LONGEST_DELAY_S, FIRST_DELAY_S * 2**number)

    def _count(self, **more: int) -> None:
        with self._lock:
            for name, value in more.items():
                setattr(self.usage, name, getattr(self.usage, name) + value)

    def _count_tokens(self, data: Mapping[str, Any]) -> None:
        counted = read_usage(data)
        if counted is None:
            self._count(requests=1, uncounted=1)
            return
        self._count(requests=1, prompt_tokens=counted[0], completion_tokens=counted[1])
        options = self._options
        with self._lock:
            self.usage.cost = (
                self.usage.prompt_tokens * options.price_in + self.usage.completion_tokens * options.price_out
            ) / 1e6

    def _told(self, response: httpx2.Response) -> str:
        try:
            data = response.json()
            error = data.get("error", data)
            told = error.get("message") if isinstance(error, dict) else error
        except (ValueError, AttributeError):
            told = None
        return self._clean(str(told or response.text))

    def _clean(self, text: str) -> str:
        if self._key:
            text = text.replace(self._key, "[key]")
        return " ".join(text.split())[:QUOTED] or "nothing more"


def read_usage(data: Mapping[str, Any]) -> tuple[int, int] | None:
    """Tokens of prompt and reply as the endpoint counted them, if it did."""
    usage = data.get("usage")
    if not isinstance(usage, dict):
        return None
    given, sampled = usage.get("prompt_tokens"), usage.get("completion_tokens", 0)
    return (given, sampled) if isinstance(given, int) and isinstance(sampled, int) else None


def _retry_after(value: str | None) -> float | None:
    """Seconds of a ``Retry-After`` header (a number or a date), within what is obeyed."""
    if not value:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(value).timestamp() - time.time()
        except ValueError:
            return None
    return min(max(seconds, 0.0), LONGEST_ADVICE_S)
