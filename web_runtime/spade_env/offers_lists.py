"""The lists an observation shows, read as groups of things that a reply may name.

``Tolls: left 9, middle 3`` · ``Row 1: a b c. Row 2: b c a`` · ``Map: a feeds b, b feeds c``. Every way to
read a list (its words, the keys and columns of a table, the ends of its links, its whole rows) is one group,
with a rank that says how much its label and shape look like alternatives and not like a state of things.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

MOST_COLUMNS = 8
"""A table of more columns is not read by column."""

_LIST = re.compile(
    r"(?:^|[.?!;\n])[ \t]*(?P<head>[A-Za-z][A-Za-z ,]{0,30}?(?: \d{1,2}(?: of \d{1,2})?)?):[ \t]+"
    r"(?P<tail>(?:[^.?!\n]|\?(?=[,.])|(?<= )\?(?= [^A-Z]))+)"
)
_CHOICE_HEAD = re.compile(
    r"\b(?:options?|choices?|choose|pick|moves?|actions?|commands?|one of)\b|^you (?:can|may|could|reach)\b",
    re.IGNORECASE,
)
_COUNT_HEAD = re.compile(r"\b(?:left|needed|made|taken|so far)$", re.IGNORECASE)
_STATE_HEAD = re.compile(
    r"(?:row|line|word|code|log|tried|tests?|known|last|blocked|closed|decoded|reached|active|history|goal|you"
    r"|target|position|state|board|score|turn|round|step|list|user|found|done|example|wanted)\b",
    re.IGNORECASE,
)
_MEMORY_HEAD = re.compile(r"(?:tried|tests?|log|known|seen|last|example|notes?|facts?)\b", re.IGNORECASE)
_DONE_HEAD = re.compile(
    r"(?:reached|active|so far|done|visited|painted|used|taken)\b|.*\bso far$", re.IGNORECASE
)
_HERE_HEAD = re.compile(
    r"(?:here|your (?:room|place|position)|you (?:are|stand)(?: in| at)?)$", re.IGNORECASE
)
_WAYS = frozenset(("and", "to", "by", "with"))
"""Links that can be walked both ways."""
_STAGE = re.compile(r" \d{1,2}(?: of \d{1,2})?$")
_PROSE = frozenset(
    (
        *(
            "the",
            "an",
            "is",
            "are",
            "was",
            "were",
            "be",
            "it",
            "its",
            "each",
            "every",
            "what",
            "which",
            "who",
        ),
        *("that", "this", "these", "those", "must", "cannot", "does", "did", "has", "have", "had", "your"),
        *("while", "when", "if"),
    )
)
_CUT = re.compile(r",|;|\||(?<=\w) / (?=\w)| - |\bor\b|\band\b|\bthen\b")
_ANDS = re.compile(r"\b(?:and|or)\b")
_JOINED = re.compile(r"(?:[\w-]+ and [\w-]+, )+[\w-]+ and [\w-]+")
_TOKEN = re.compile(r"(?=.*\w)[\w*+/'=→>-]{1,20}|[^\w\s,;:]{1,3}")
_HOLE = frozenset("?_")
_NOTHING = frozenset(("none", "nothing", "empty"))
_COUNT = re.compile(r"\d{1,2}")
_MEASURE = re.compile(r"[\d?][\d-]*")
_NUMBER = re.compile(r"-?\d{1,4}")

Rows = list[list[str]]


@dataclass(frozen=True)
class Group:
    """``items`` in the order shown; ``head`` the label in small letters, without its number; ``form`` how the
    list was read: ``flat``, ``key``, ``cell N``, ``ends`` or ``row``; ``counts`` the number beside each item,
    where a list has exactly that; ``rank`` the greater, the more this looks like alternatives."""

    head: str
    form: str
    items: tuple[str, ...]
    rank: int
    counts: tuple[int, ...] = ()
    chosen: bool = False
    """The label itself says that one of these is to be chosen."""

    @property
    def numeric(self) -> bool:
        return all(_NUMBER.fullmatch(item) for item in self.items)

    @property
    def remembered(self) -> bool:
        """What was done or seen before."""
        return _MEMORY_HEAD.match(self.head) is not None


_CHOICE, _TABLE = 4, 2
_STATE, _REPEATS, _MEMORY, _COLUMN, _SEQUENCE = 2, 2, 3, 4, 6
"""What a rank gains and loses."""


@dataclass(frozen=True)
class _Listed:
    """One labelled list of a text and how its rows are to be read; ``sequence``: told with ``then``."""

    name: str
    form: str
    rows: Rows
    sequence: bool


def groups(text: str, forms: Mapping[str, str] | None = None) -> list[Group]:
    """Every reading of every labelled list of ``text``, in its order. ``forms`` gives, by head, how a list is
    to be read (see :func:`forms_of`): one of a single row cannot show it any more."""
    listed = _listed(text, forms or {})
    done = {word for found in listed if _DONE_HEAD.match(found.name) for row in found.rows for word in row}
    here = {word for found in listed if _HERE_HEAD.match(found.name) for row in found.rows for word in row}
    found: list[Group] = []
    for name in dict.fromkeys(entry.name for entry in listed):
        alike = [entry for entry in listed if entry.name == name]
        alike = [entry for entry in alike if entry.form == alike[-1].form]
        found += _ends(alike, done, here) if alike[-1].form == "ends" else _readings(alike)
    return [group for group in found if group.items]


def forms_of(text: str) -> dict[str, str]:
    """How each list of a text reads, by its head."""
    return {found.name: found.form for found in _listed(text, {})}


def compared(text: str, width: int) -> tuple[list[str], list[str]]:
    """Words of two things of ``width`` words of which one becomes the other (something of them stays), and
    the words between them: ``Pair: thin red box turns into wide red box``."""
    for match in _LIST.finditer(text):
        words = match["tail"].split()
        one, other = words[:width], words[-width:]
        plain = width > 1 and all(word.isalpha() for word in words)
        if plain and len(words) - 2 * width in (1, 2) and set(one) & set(other):
            return distinct([*one, *other]), words[width:-width]
    return [], []


def distinct(items: Iterable[str]) -> list[str]:
    """The items without repetition, in their order, stripped; empty ones are left out."""
    return list(dict.fromkeys(item.strip() for item in items if item.strip()))


def _listed(text: str, forms: Mapping[str, str]) -> list[_Listed]:
    found = []
    for match in _LIST.finditer(text):
        head, tail = match["head"], match["tail"]
        rows = [] if "\\boxed" in tail or len(head.split()) > 5 else _rows(tail)
        name = _STAGE.sub("", head).lower()
        form = forms.get(name) or _form(rows, head, "," in tail)
        if rows and form and (form != "ends" or {len(row) for row in rows} in ({2}, {3})):
            found.append(_Listed(name, form, rows, " then " in tail))
    return found


def _rows(tail: str) -> Rows:
    """What stands between the commas (or ``;``, ``/``, ``and`` …), as words; nothing where that is a
    sentence."""
    cut = re.compile(",") if _JOINED.fullmatch(tail.strip()) else _CUT
    rows = [[word.rstrip(":") for word in part.split()] for part in cut.split(tail) if part.strip()]
    words = {word for row in rows for word in row}
    uneven = "," not in tail and _ANDS.search(tail) and len({len(row) for row in rows}) > 1
    prose = (words & _PROSE and not _linked(rows)) or uneven
    return [] if prose or words <= _NOTHING or not all(map(_TOKEN.fullmatch, words)) else rows


def _form(rows: Rows, head: str, commas: bool) -> str:
    """``flat``, ``key`` or ``last`` (a table and where its names stand), ``ends`` (links), ``row`` (whole
    rows), or nothing for a list that cannot be told apart."""
    widths = {len(row) for row in rows}
    if widths == {1} or len(rows) == 1 or not (commas or _CHOICE_HEAD.search(head)):
        words = [word for row in rows for word in row if word not in _HOLE]
        alike = len({bool(_NUMBER.fullmatch(word)) for word in words}) == 1
        return "flat" if alike and "of" not in words else ""
    if 1 in widths or not rows:
        return "row" if rows and max(widths) <= 3 else ""
    if all(_NUMBER.fullmatch(word) for row in rows for word in row):
        return ""
    if _CHOICE_HEAD.search(head) and not _described(rows):
        return "row" if len(widths) == 1 or max(widths) <= 3 else ""
    if any(row[1] == "of" for row in rows):
        return ""
    firsts, lasts = [row[0] for row in rows], [row[-1] for row in rows]
    apart = len(set(firsts)) == len(rows) and not set(firsts) & set(lasts)
    if _linked(rows) and (_both_ways(rows) or not apart):
        return "ends"
    if _names(firsts):
        return "key"
    return "last" if _names(lasts) else "row" if max(widths) <= 3 else ""


def _linked(rows: Rows) -> bool:
    """Each row joins two things, by one word or by none: ``a feeds b, b feeds c`` · ``a b, b c, a c``."""
    if len(rows) < 2 or {len(row) for row in rows} not in ({2}, {3}):
        return False
    firsts, lasts = {row[0] for row in rows}, {row[-1] for row in rows}
    if len(rows[0]) == 2:
        return len(firsts) < len(rows) and bool(firsts & lasts)
    links = {row[1] for row in rows}
    return len(links) == 1 and not links & {"of", "not"} and not any(link.isdigit() for link in links)


def _both_ways(rows: Rows) -> bool:
    return len(rows[0]) == 2 or rows[0][1] in _WAYS


def _described(rows: Rows) -> bool:
    """Each row is a name and something said of it: ``a 2 kg, b 5 kg`` or ``a shut, b shut``."""
    seconds = [row[1] for row in rows]
    return _names([row[0] for row in rows]) and (
        all(_MEASURE.fullmatch(word) for word in seconds)
        or ({len(row) for row in rows} == {2} and len(set(seconds)) < len(rows))
    )


def _names(words: list[str]) -> bool:
    """All different, and all of one sort."""
    return len(set(words)) == len(words) and len({bool(_NUMBER.fullmatch(word)) for word in words}) == 1


def _rank(lists: list[_Listed]) -> int:
    """What label and shape of a list speak for, and against, its being alternatives."""
    name, form = lists[0].name, lists[0].form
    rank = _CHOICE if _chosen(name) else 0
    if _MEMORY_HEAD.match(name) or _DONE_HEAD.match(name):
        rank -= _MEMORY
    elif form not in ("flat", "row"):
        rank += _TABLE
    elif not _chosen(name) and _STATE_HEAD.match(name):
        rank -= _STATE
    return rank - (_SEQUENCE if any(entry.sequence for entry in lists) else 0)


def _chosen(name: str) -> bool:
    return _CHOICE_HEAD.search(name) is not None and _COUNT_HEAD.search(name) is None


def _readings(lists: list[_Listed]) -> list[Group]:
    """The groups of the lists of one label."""
    name, form, rank = lists[0].name, lists[0].form, _rank(lists)
    rows = [row for entry in lists for row in entry.rows]
    if form == "flat":
        parts = [[word for row in entry.rows for word in row if word not in _HOLE] for entry in lists]
        rank -= _REPEATS if any(len(set(part)) < len(part) for part in parts) else 0
        words = distinct(word for part in parts for word in part)
        return [Group(name, "flat", tuple(words), rank, (), _chosen(name))]
    if form == "row":
        return [Group(name, "row", tuple(distinct(map(" ".join, rows))), rank, (), _chosen(name))]
    return _columns(lists, rows, rank)


def _ends(lists: list[_Listed], done: set[str], here: set[str]) -> list[Group]:
    """What a list of links joins; of a map only what lies beside ``here``. What links lead from, or merely
    touch, is no more to be chosen once it is ``done``."""
    rows = [row for entry in lists for row in entry.rows]
    beside = {row[-i] for row in rows for i in (0, 1) if row[i - 1] in here}
    ends = {row[0] for row in rows} - done | {row[-1] for row in rows}
    ends -= done if len(rows[0]) == 2 else set()
    items = beside if beside and _both_ways(rows) else ends
    return [Group(lists[0].name, "ends", tuple(sorted(items)), _rank(lists))]


def _columns(lists: list[_Listed], rows: Rows, rank: int) -> list[Group]:
    """The names of a table, and its other columns where the names come first."""
    name, first = lists[0].name, lists[0].form == "key"
    keys = distinct(row[0 if first else -1] for row in rows)
    counted = first and len(keys) == len(rows) and all(len(r) == 2 and _COUNT.fullmatch(r[1]) for r in rows)
    counts = tuple(int(row[1]) for row in rows) if counted else ()
    measured = any("of" in row for row in rows)
    found = [Group(name, "key", tuple(keys), rank - measured - (not first), counts, _chosen(name))]
    width = max(len(row) for row in rows)
    for column in range(1, width) if first and width <= MOST_COLUMNS else ():
        cells = distinct(row[column] for row in rows if len(row) > column)
        if not any(_MEASURE.fullmatch(cell) for cell in cells):
            found.append(Group(name, f"cell {column}", tuple(cells), rank - _COLUMN))
    return found
