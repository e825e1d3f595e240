"""Names of the people of former matches, to be seated again by one tap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from companion.base.display_names import clean_name
from companion.i18n import LANGUAGES, translator
from companion.storage.records import Match
from rules.engine import Text

MAX_NAMES = 60
"""Maximum number of names that are offered."""
MAX_NUMBERED_SEATS = 12
"""Highest number of a seat whose default name is recognised."""


def default_seat_name(number: int) -> Text:
    """Return the name of a seat whose player has none; ``number`` counts from 1."""
    return Text("Player {n}", n=number)


def known_names(matches: Iterable[Match], forgotten: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the names that played, most frequent first, then the latest.

    ``matches`` begin with the one played last. Default names and those ``forgotten`` are left out; a name written in
    different cases is one name, as it was written last.
    """
    left_out = {*_default_names(), *(clean_name(name).casefold() for name in forgotten), ""}
    spelling: dict[str, str] = {}
    times: Counter[str] = Counter()
    for match in matches:
        seats = dict.fromkeys(clean_name(name) for name in match.seats)
        for name in (name for name in seats if name.casefold() not in left_out):
            times[spelling.setdefault(name.casefold(), name).casefold()] += 1
    return tuple(spelling[key] for key, _ in times.most_common(MAX_NAMES))  # of equal ones the first met comes first


def without_names(names: Iterable[str], seated: Sequence[str]) -> tuple[str, ...]:
    """Return the forgotten names that remain once these people are seated again."""
    back = {name.casefold() for name in seated}
    return tuple(name for name in names if name.casefold() not in back)


@cache
def _default_names() -> frozenset[str]:
    """Return the default names of seats in every language, in lower case."""
    numbers = range(1, MAX_NUMBERED_SEATS + 1)
    return frozenset(translator(code)(default_seat_name(n)).casefold() for code in LANGUAGES for n in numbers)
