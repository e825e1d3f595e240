"""What is kept of a match, as it lies in the file."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Match:
    """What the list of matches shows; ``last`` is when something last happened, ``entries`` its number."""

    id: str
    game: str
    rules_version: int
    seats: tuple[str, ...]
    rulings: tuple[tuple[str, str], ...]
    created: float
    finished: float | None
    entries: int
    last: float


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as it is stored, its event unread."""

    seq: int
    at: float
    by: str
    grp: int
    prompt_id: str | None
    event: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state after entry ``seq``, unread. Nothing before a ``base`` is replayed any more."""

    seq: int
    rules_version: int
    state: str
    digest: str
    base: int = 0


def match_of(row: tuple[Any, ...]) -> Match | None:
    """The match of that row, or None where it is damaged."""
    id, game, version, seats, rulings, created, finished, entries, last = row
    try:
        pairs = tuple((str(key), str(choice)) for key, choice in json.loads(rulings))
        names = tuple(str(name) for name in json.loads(seats))
        when = float(created), None if finished is None else float(finished)
        return Match(id, game, int(version), names, pairs, *when, entries, float(last))
    except (TypeError, ValueError):
        logging.getLogger(__name__).exception("match %s cannot be read", id)
        return None
