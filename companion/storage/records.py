"""Log entries: an event with the metadata that the rules do not need."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass

from rules.engine import Event


@dataclass(frozen=True, slots=True)
class Match:
    """A match in the list.

    ``last`` is the time of its last entry, ``entries`` that entry's number.
    """

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
class EntryRow:
    """A stored entry whose event is not parsed."""

    seq: int
    at: float
    by: str
    grp: int
    prompt_id: str | None
    event: str


@dataclass(frozen=True, slots=True)
class RollRecord:
    """Where the roll of entry ``seq`` came from: its source and the JPEG in which it was read.

    The JPEG is empty where there was no picture.
    """

    seq: int
    source: str
    jpeg: bytes = b""


UNANNOUNCED_BASE = 2
"""Value of ``Snapshot.base`` in a match whose log the rules refused as it was imported."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The unparsed state after entry ``seq``.

    Nothing before a ``base`` is replayed any more. It is an ``UNANNOUNCED_BASE`` until the table has said so.
    """

    seq: int
    rules_version: int
    state: str
    digest: str
    base: int = 0


def match_from_row(row: tuple[str, str, int, str, str, float, float | None, int, float]) -> Match | None:
    """Return the match of that row, or None where it is damaged."""
    id, game, version, seats, rulings, created, finished, entries, last = row
    try:
        pairs = tuple((str(key), str(choice)) for key, choice in json.loads(rulings))
        names = tuple(str(name) for name in json.loads(seats))
        when = float(created), None if finished is None else float(finished)
        return Match(id, game, int(version), names, pairs, *when, entries, float(last))
    except (TypeError, ValueError):
        logging.getLogger(__name__).exception("match %s cannot be read", id)
        return None


@dataclass(frozen=True, slots=True)
class Entry:
    """A log entry: an event, its time (UTC, unix seconds), its actor and its undo group.

    ``actor`` is a seat's name, "host", "phone" (another device in the middle of the table), "camera" (the host's,
    which enters dice by itself) or "stops" (an automatic answer by the table's settings); entries of one ``group`` are
    undone together; ``prompt_id`` is that of the prompt that was answered, if one was.
    """

    seq: int
    at: float
    actor: str
    group: int
    prompt_id: str | None
    event: Event
