"""Import of an exported game, or of a situation from which a new game starts.

Every line is checked and the whole game is replayed before anything is saved.
"""

from __future__ import annotations

import json
import logging
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

from pydantic import AwareDatetime, ConfigDict, TypeAdapter, ValidationError

from companion.base.canonical_json import canonical
from companion.base.display_names import clean
from companion.base.errors import Corrupt, Trouble
from companion.base.input_limits import THINGS, WORK, things
from companion.match.replay import folded, taken
from companion.match.state import drawn
from companion.situation.reader import posed, said, sentence
from companion.situation.toml_codec import Slip
from companion.storage.codec import Codec
from companion.storage.matches import Match, Row, Snapshot
from rules.engine import Game, History, Refused, Text, start

from .jsonl import FORMAT

HEAVIEST = 8_000_000
"""Maximum size of a file in bytes: ten times a long evening."""
FIRST = 1
"""Sequence number of a situation's first state; the log of its game begins after it."""
MOST = 10_000
"""Maximum number of steps in an imported game, so that no file blocks the table for more than a few seconds."""
HEAD_LETTERS, STEP_LETTERS = 100_000, 10_000
"""Maximum length in characters of the first line, which may hold a whole state, and of any other line.

Ten times what an export writes.
"""
SETTINGS = 500
"""Maximum number of settings; no game has a third of that."""
EVERY = 25
"""Number of steps after which the state size is measured again."""
LATEST = 7_258_118_400.0
"""Upper limit of timestamps: the year 2200."""
SIGNED = 60
"""Maximum length of an author or prompt id, in characters."""
FOREIGN = Text("That is no game exported by Sobremesa. Nothing was imported.")
NEWER = Text("That file was written by a newer Sobremesa: update this one. Nothing was imported.")
OLDER = Text("That game was exported under older rules, which these can no longer replay. Nothing was imported.")
HEAVY = Text("That file is too large for a game. Nothing was imported.")
CHANGED = Text("That file does not lead to where it says: it was changed. Nothing was imported.")
T = TypeVar("T")


class NotTaken(Trouble):
    """The file was rejected; nothing was imported."""


class AlreadyHere(NotTaken):
    """The same game has been imported before."""


class _Astray(NotTaken):
    """The file is well-formed, but its replay under the rules fails or ends in another state."""


@dataclass(frozen=True)
class Head:
    """First line of an export, as far as it is needed."""

    sobremesa: Literal["game"]
    format: int
    id: str
    game: str
    rules: int
    seats: tuple[str, ...]
    settings: dict[str, str]
    started: AwareDatetime
    finished: AwareDatetime | None
    entries: int
    digest: str
    after: int = 0
    state: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """Any other line of an export; its ``says`` is for people and not read."""

    n: int
    time: AwareDatetime
    who: str
    group: int
    asked: str | None
    event: dict[str, Any]


@dataclass(frozen=True)
class Brought:
    """A game that was replayed successfully and can be saved."""

    match: Match
    rows: tuple[Row, ...]
    snapshots: tuple[Snapshot, ...]


STRICT = ConfigDict(strict=True)
HEAD, STEP = TypeAdapter(tuple[Head], config=STRICT), TypeAdapter(tuple[Step], config=STRICT)


def read(data: bytes, games: Mapping[str, Game[Any]], codec: Callable[[Game[Any]], Codec[Any]]) -> Brought:
    """Read the exported game, or start a new one from a situation. Raises ``ImportRejected``."""
    if len(data) > HEAVIEST:
        raise NotTaken(HEAVY)
    return _begun(data, games, codec) or _whole(data, games, codec)


def _begun(data: bytes, games: Mapping[str, Game[Any]], codec: Callable[[Game[Any]], Codec[Any]]) -> Brought | None:
    """Return a match that starts with the situation in the file; None if it holds none."""
    text = ""
    try:
        text = said(data)
        if not text:
            return None
        spoken, state = posed(text, games, codec)
        snapshot = taken(spoken, state, FIRST, base=True)
    except Slip as slip:
        raise NotTaken(sentence(text, slip)) from slip
    except Corrupt as corrupt:
        raise NotTaken(FOREIGN) from corrupt
    now, over = time.time(), state.outcome is not None
    head = str(uuid.uuid4()), spoken.game.key, spoken.game.version, state.seats, state.rulings
    return Brought(Match(*head, now, now if over else None, 0, now), (), (snapshot,))


def _whole(data: bytes, games: Mapping[str, Game[Any]], codec: Callable[[Game[Any]], Codec[Any]]) -> Brought:
    """Replay the exported game."""
    first, *lines = _lines(data)
    _short(first, lines)
    head = _head(first)
    game = games.get(head.game)
    if game is None:
        raise NotTaken(
            Text("This Sobremesa does not know the game “{game}”. Nothing was imported.", game=clean(head.game))
        )
    if len(lines) < head.entries:
        raise NotTaken(
            Text(
                "That file is not whole: {n} of {all} steps are there. Nothing was imported.",
                n=len(lines),
                all=head.entries,
            )
        )
    rows = _rows(head, lines)
    try:
        return _replayed(head, rows, codec(game))
    except _Astray as astray:
        if head.rules == game.version:
            raise
        raise NotTaken(NEWER if head.rules > game.version else OLDER) from astray


def _lines(data: bytes) -> list[str]:
    try:
        return data.decode("utf-8-sig").rstrip("\r\n").split("\n")
    except UnicodeDecodeError as error:
        raise NotTaken(FOREIGN) from error


def _short(first: str, lines: Sequence[str]) -> None:
    """Raise ``ImportRejected`` if a line is longer than an export ever writes."""
    if len(first) > HEAD_LETTERS:
        raise NotTaken(_overfull(1) if '"sobremesa"' in first[:200] else FOREIGN)
    for number, line in enumerate(lines, start=2):
        if len(line) > STEP_LETTERS:
            raise NotTaken(_overfull(number))


def _head(line: str) -> Head:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise NotTaken(FOREIGN) from error
    if not isinstance(said, dict) or said.get("sobremesa") != "game":
        raise NotTaken(FOREIGN)
    if isinstance(said.get("format"), int) and said["format"] > FORMAT:
        raise NotTaken(NEWER)
    head: Head = _checked(HEAD, line, 1)
    if head.entries > MOST:
        raise NotTaken(HEAVY)
    if len(head.settings) > SETTINGS:
        raise NotTaken(_overfull(1))
    if tuple(map(clean, head.seats)) != head.seats or not all(head.seats) or bool(head.after) != bool(head.state):
        raise NotTaken(_damaged(1))
    return head


def _rows(head: Head, lines: Sequence[str]) -> tuple[Row, ...]:
    """Parse the log entries: numbered without gaps, entries of a group adjacent."""
    rows: list[Row] = []
    group = head.after
    for number, line in enumerate(lines, start=2):
        step: Step = _checked(STEP, line, number)
        seq = head.after + number - 1
        if step.n != seq or not max(1, group) <= step.group <= seq or len(rows) == head.entries:
            raise NotTaken(_damaged(number))
        group = step.group
        try:
            event = canonical(step.event)
        except (ValueError, RecursionError) as error:
            raise NotTaken(_damaged(number)) from error
        asked = None if step.asked is None else clean(step.asked, SIGNED)
        rows.append(Row(seq, _at(step.time, number), clean(step.who, SIGNED), group, asked, event))
    return tuple(rows)


def _checked(adapter: TypeAdapter[Any], line: str, number: int) -> Any:
    try:
        return adapter.validate_json(f"[{line}]")[0]
    except ValidationError as error:
        raise NotTaken(_damaged(number)) from error


def _at(time: AwareDatetime, number: int) -> float:
    at = time.timestamp()
    if not 0 <= at < LATEST:
        raise NotTaken(_damaged(number))
    return at


def _damaged(number: int) -> Text:
    return Text("Line {n} of that file cannot be read: it is damaged or not whole. Nothing was imported.", n=number)


def _overfull(number: int) -> Text:
    return Text("Line {n} of that file asks for more than any game does. Nothing was imported.", n=number)


# --- replay ------------------------------------------------------------------------------------------------------


def _replayed(head: Head, rows: tuple[Row, ...], codec: Codec[Any]) -> Brought:
    rulings = codec.game.aliases.rulings(head.settings.items())
    first = _sure(lambda: _first(head, rulings, codec), 1)
    if things(first) > THINGS:
        raise NotTaken(_overfull(1))
    history, read, work = History(codec.game, first), list[Row](), Work(first)
    for number, row in enumerate(rows, start=2):
        stood = len(history.moments)
        entry = _sure(lambda row=row: folded(codec, history, row), number).entry  # type: ignore[misc]
        work.step(history, stood, number)
        read.append(replace(row, event=codec.write_event(entry.event)))
    last = history.state
    digest = _sure(lambda: _drawn(codec, last), len(rows) + 1)
    if digest != head.digest != codec.first_digest(last):
        raise _Astray(CHANGED)
    ended = head.finished or (rows[-1].at if rows else head.started)
    match = Match(
        id=_id(head.id),
        game=codec.game.key,
        rules_version=codec.game.version,
        seats=head.seats,
        rulings=rulings,
        created=_at(head.started, 1),
        finished=None if last.outcome is None else ended if isinstance(ended, float) else _at(ended, 1),
        entries=len(rows),
        last=rows[-1].at if rows else _at(head.started, 1),
    )
    base = (taken(codec, first, head.after, base=True),) if head.after else ()
    return Brought(match, tuple(read), (*base, *((taken(codec, last, rows[-1].seq),) if rows else ())))


class Work:
    """Cost of a replay so far.

    Each step adds the state size and the number of moments undone or redone.
    """

    def __init__(self, first: Any) -> None:
        self.spent = 0
        self._things = things(first)

    def step(self, history: History[Any], stood: int, number: int) -> None:
        """Add one step, before which the history had ``moments_before`` moments.

        Raises ``ImportRejected`` if the total is too high.
        """
        if number % EVERY == 0:
            self._things = things(history.state)
        self.spent += self._things + abs(len(history.moments) - stood)
        if self._things > THINGS or self.spent > WORK:
            raise NotTaken(_overfull(number))


def _first(head: Head, rulings: tuple[tuple[str, str], ...], codec: Codec[Any]) -> Any:
    """Return the state before the first entry."""
    if not head.after:
        return start(codec.game, head.seats, rulings)
    state = codec.read_state(canonical(head.state))
    if state.seats != head.seats:
        raise Corrupt("other people sit there")
    return state


def _drawn(codec: Codec[Any], state: Any) -> str:
    """Return the digest of a state after checking that its screens can be rendered."""
    drawn(codec.game, state)
    return codec.digest(state)


def _sure(act: Callable[[], T], number: int) -> T:
    """Call ``action`` and turn any error into ``_ReplayMismatch``.

    A foreign line may cause any error in the rules; the message names the line's number.
    """
    try:
        return act()
    except Refused as refused:
        raise _Astray(
            Text(
                "Line {n} of that file is against the rules: {why} Nothing was imported.", n=number, why=refused.reason
            )
        ) from refused
    except Exception as error:
        logging.getLogger(__name__).info("line %s of a file cannot be replayed", number, exc_info=error)
        raise _Astray(_damaged(number)) from error


def _id(said: str) -> str:
    """Return the match id of the file, or a new one if it is not a UUID."""
    try:
        return said if str(uuid.UUID(said)) == said else str(uuid.uuid4())
    except ValueError:
        return str(uuid.uuid4())
