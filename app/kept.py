"""Answers of pure functions, kept by what the functions were given: a page drawn again, or for the next
visitor, computes only what has changed."""

from __future__ import annotations

import functools
import pickle
import threading
from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def kept(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Decorator: the latest ``most`` different answers are kept, shared by all threads, and must not be
    changed by whoever gets them. Arguments are told apart by their pickled bytes, so they must be plain
    values."""

    def decorate(make: Callable[P, T]) -> Callable[P, T]:
        answers: OrderedDict[bytes, T] = OrderedDict()
        lock = threading.Lock()

        @functools.wraps(make)
        def answer(*args: P.args, **kwargs: P.kwargs) -> T:
            key = blake2b(pickle.dumps((args, sorted(kwargs.items()))), digest_size=16).digest()
            with lock:
                if key in answers:
                    answers.move_to_end(key)
                    return answers[key]
            made = make(*args, **kwargs)
            with lock:
                answers[key] = made
                while len(answers) > most:
                    answers.popitem(last=False)
            return made

        return answer

    return decorate
