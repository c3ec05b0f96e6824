"""A small stand-in for the ``math_verify`` package: equality of answers as text, number or fraction."""

from __future__ import annotations

import re
from fractions import Fraction


def parse(text: object) -> list[Fraction | str]:
    """``[value]``: a :class:`~fractions.Fraction` where the text is a number, else folded text."""
    if isinstance(text, bool) or not isinstance(text, (str, int, float)):
        return [str(text).strip().casefold()]
    folded = " ".join(str(text).split()).strip().strip("$").casefold()
    folded = re.sub(r"^\\boxed\{(.*)\}$", r"\1", folded)
    folded = re.sub(r"\\[dt]?frac\{([^{}]+)\}\{([^{}]+)\}", r"\1/\2", folded)
    number = folded.replace(",", "") if re.fullmatch(r"-?\d{1,3}(,\d{3})+(\.\d+)?", folded) else folded
    try:
        return [Fraction(re.sub(r"\s*/\s*", "/", number))]
    except (ValueError, ZeroDivisionError):
        return [folded]


def verify(gold: object, answer: object) -> bool:
    """Whether two answers (raw, or as :func:`parse` returns them) are equal."""
    left, right = (value if isinstance(value, list) else parse(value) for value in (gold, answer))
    return bool(left) and bool(right) and left[0] == right[0]
