"""Import of an exported game, or of a situation from which a new game starts.

Every line is checked and the whole game is replayed before anything is saved. Where newer rules than those of the file
refuse its log, the game goes on from the last state in the file, which is tested as a situation is.
"""

from __future__ import annotations

import json
import logging
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal, TypeVar

from pydantic import AwareDatetime, ConfigDict, JsonValue, TypeAdapter, ValidationError

from companion.base.canonical_json import canonical_json, sha256_hex
from companion.base.display_names import clean_name
from companion.base.errors import NEWER_FILE_TEXT, CorruptDataError
from companion.base.input_limits import MAX_REPLAY_COST, MAX_STATE_SIZE, MAX_STEPS, state_size
from companion.match.replay import replay_row, snapshot_of
from companion.match.table_state import assert_renderable
from companion.situation.document import SituationFormat
from companion.situation.pasted_text import decode_text
from companion.situation.reader import describe_error, extract_text, load, text_of_code
from companion.situation.toml_codec import ParseError
from companion.storage import upgrades
from companion.storage.codec import Codec, CodecProvider
from companion.storage.matches import EntryRow, Match, Snapshot
from companion.storage.records import UNANNOUNCED_BASE
from companion.storage.upgrades import DocumentKind, UpgradeError
from rules.engine import Game, History, Refused, Ruled, State, Text, start

from .rejection import (
    ALREADY_HERE_TEXT,
    FOREIGN_FILE_TEXT,
    MAX_BYTES,
    TOO_LARGE_TEXT,
    AlreadyImported,
    ImportRejected,
)

FIRST_SEQ = 1
"""Sequence number of a situation's first state; the log of its game begins after it."""
MAX_HEADER_LENGTH, MAX_ENTRY_LENGTH = 100_000, 10_000
"""Maximum length in characters of the first line, which may hold two whole states, and of any other line.

Several times what an export writes.
"""
MAX_SETTINGS = 500
"""Maximum number of settings; no game has a third of that."""
STEPS_PER_SIZE_CHECK = 25
"""Number of steps after which the state size is measured again."""
MAX_TIMESTAMP = 7_258_118_400.0
"""Upper limit of timestamps: the year 2200."""
MAX_AUTHOR_LENGTH = 60
"""Maximum length of an author or prompt id, in characters."""
DIGEST_MISMATCH_TEXT = Text("That file does not lead to where it says: it was changed. Nothing was imported.")
T = TypeVar("T")


class _ReplayMismatch(ImportRejected):
    """The file is well-formed, but its replay under the rules fails or ends in another state."""


@dataclass(frozen=True)
class ExportHeader:
    """First line of an export, as far as it is needed.

    ``rules`` is the version of the rules that wrote it, ``begun`` that with which the match began. ``last`` is the last
    state and ``digest`` its digest; ``state`` is that after the entry ``after``, where earlier ones are lost.
    """

    sobremesa: Literal["game"]
    format: int
    id: str
    game: str
    rules: int
    begun: int
    seats: tuple[str, ...]
    settings: dict[str, str]
    started: AwareDatetime
    finished: AwareDatetime | None
    entries: int
    digest: str
    last: dict[str, JsonValue]
    after: int = 0
    state: dict[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True)
class ExportedEntry:
    """Any other line of an export; its ``says`` is for people and not read."""

    n: int
    time: AwareDatetime
    who: str
    group: int
    asked: str | None
    event: dict[str, JsonValue]


@dataclass(frozen=True)
class StoredMatch:
    """A match that is here; ``log`` are the number and the event of each entry."""

    match: Match
    log: tuple[tuple[int, str], ...]

    def is_exported_in(self, head: ExportHeader) -> bool:
        """Return whether that first line is of the same people and settings."""
        here = self.match.game, self.match.seats, self.match.rules_version, dict(self.match.rulings)
        return here == (head.game, head.seats, head.begun, head.settings)

    def ends_in(self, rows: Sequence[EntryRow]) -> bool:
        """Return whether the log ends in those rows."""
        return self.log[-len(rows) :] == tuple((row.seq, row.event) for row in rows)


@dataclass(frozen=True)
class ImportedMatch:
    """A game that was replayed successfully and can be saved."""

    match: Match
    rows: tuple[EntryRow, ...]
    snapshots: tuple[Snapshot, ...]


STRICT_CONFIG = ConfigDict(strict=True)
HEADER_ADAPTER = TypeAdapter(tuple[ExportHeader], config=STRICT_CONFIG)
ENTRY_ADAPTER = TypeAdapter(tuple[ExportedEntry], config=STRICT_CONFIG)


def read_match(
    data: bytes, games: Mapping[str, Game[State]], codec: CodecProvider, known: StoredMatch | None = None
) -> ImportedMatch:
    """Read the exported game, or start a new one from a situation.

    Raises ``ImportRejected``, and ``AlreadyImported`` before anything is replayed if it is the ``known`` match.
    """
    if len(data) > MAX_BYTES:
        raise ImportRejected(TOO_LARGE_TEXT)
    return _new_match_from_situation(data, games, codec) or _read_export(data, games, codec, known)


def claimed_id(data: bytes) -> str:
    """Return the id of the match that an export claims to hold; empty if it is none."""
    with suppress(ValueError, RecursionError):
        head = json.loads(data[:MAX_HEADER_LENGTH].partition(b"\n")[0].decode("utf-8-sig"))
        id = head.get("id") if isinstance(head, dict) else None
        return id if isinstance(id, str) and _is_match_id(id) else ""
    return ""


def data_of_code(code: str | None) -> bytes:
    """Return the situation in a QR code as a file; None is a picture without a code.

    Raises ``ImportRejected``.
    """
    try:
        return text_of_code(code).encode()
    except ParseError as slip:
        raise ImportRejected(describe_error("", slip)) from slip


def _new_match_from_situation(
    data: bytes, games: Mapping[str, Game[State]], codec: CodecProvider
) -> ImportedMatch | None:
    """Return a match that starts with the situation in the file; None if it holds none."""
    text = ""
    try:
        text = extract_text(data)
        if not text:
            return None
        game_codec, state = load(text, games, codec)
        snapshot = snapshot_of(game_codec, state, FIRST_SEQ, base=True)
    except ParseError as slip:
        raise ImportRejected(describe_error(text, slip)) from slip
    except CorruptDataError as corrupt:
        raise ImportRejected(FOREIGN_FILE_TEXT) from corrupt
    now, over = time.time(), state.outcome is not None
    head = str(uuid.uuid4()), game_codec.game.key, game_codec.game.version, state.seats, state.rulings
    return ImportedMatch(Match(*head, now, now if over else None, 0, now), (), (snapshot,))


def _read_export(
    data: bytes, games: Mapping[str, Game[State]], codec: CodecProvider, known: StoredMatch | None
) -> ImportedMatch:
    first, *lines = _lines(data)
    _check_line_lengths(first, lines)
    head = _parse_header(first)
    game = games.get(head.game)
    if game is None:
        raise ImportRejected(
            Text("This Sobremesa does not know the game “{game}”. Nothing was imported.", game=clean_name(head.game))
        )
    if len(lines) < head.entries:
        raise ImportRejected(
            Text(
                "That file is not whole: {n} of {all} steps are there. Nothing was imported.",
                n=len(lines),
                all=head.entries,
            )
        )
    rows = _parse_rows(head, lines)
    if known and known.is_exported_in(head) and known.ends_in(rows):
        raise AlreadyImported(ALREADY_HERE_TEXT)
    try:
        return _replay(head, rows, codec(game))
    except _ReplayMismatch as astray:
        if head.rules > game.version:
            raise ImportRejected(NEWER_FILE_TEXT) from astray
        if head.rules == game.version and head.format == upgrades.FORMAT:
            raise
        return _match_from_last_state(head, rows, codec(game))


def _lines(data: bytes) -> list[str]:
    try:
        return decode_text(data).rstrip("\r\n").split("\n")
    except UnicodeDecodeError as error:
        raise ImportRejected(FOREIGN_FILE_TEXT) from error


def _check_line_lengths(first: str, lines: Sequence[str]) -> None:
    """Raise ``ImportRejected`` if a line is longer than an export ever writes."""
    if len(first) > MAX_HEADER_LENGTH:
        raise ImportRejected(_excessive_line_text(1) if '"sobremesa"' in first[:200] else FOREIGN_FILE_TEXT)
    for number, line in enumerate(lines, start=2):
        if len(line) > MAX_ENTRY_LENGTH:
            raise ImportRejected(_excessive_line_text(number))


def _parse_header(line: str) -> ExportHeader:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ImportRejected(FOREIGN_FILE_TEXT) from error
    if not isinstance(data, dict) or data.get("sobremesa") != "game":
        raise ImportRejected(FOREIGN_FILE_TEXT)
    if isinstance(data.get("format"), int) and data["format"] > upgrades.FORMAT:
        raise ImportRejected(NEWER_FILE_TEXT)
    head = _validate(HEADER_ADAPTER, _in_todays_format("export", data.get("game"), line, data.get("format"), 1), 1)
    if head.entries > MAX_STEPS:
        raise ImportRejected(TOO_LARGE_TEXT)
    if not all(0 <= number <= MAX_STEPS for number in (head.rules, head.begun, head.after)):  # a column has 32 bits
        raise ImportRejected(_excessive_line_text(1))
    if len(head.settings) > MAX_SETTINGS:
        raise ImportRejected(_excessive_line_text(1))
    if tuple(map(clean_name, head.seats)) != head.seats or not all(head.seats) or bool(head.after) != bool(head.state):
        raise ImportRejected(_damaged_line_text(1))
    if _digest(data.get("last")) != data.get("digest"):
        raise ImportRejected(DIGEST_MISMATCH_TEXT)
    return replace(head, digest=_digest(head.last))  # an upgraded state has another


def _digest(state: JsonValue) -> str:
    """Return the digest of a state in a file. Raises ``ImportRejected``."""
    try:
        return sha256_hex(canonical_json(state))
    except (ValueError, RecursionError) as error:
        raise ImportRejected(_damaged_line_text(1)) from error


def _parse_rows(head: ExportHeader, lines: Sequence[str]) -> tuple[EntryRow, ...]:
    """Parse the log entries: numbered without gaps, entries of a group adjacent."""
    rows: list[EntryRow] = []
    group = head.after
    for number, line in enumerate(lines, start=2):
        step = _validate(ENTRY_ADAPTER, _in_todays_format("entry", head.game, line, head.format, number), number)
        seq = head.after + number - 1
        if step.n != seq or not max(1, group) <= step.group <= seq or len(rows) == head.entries:
            raise ImportRejected(_damaged_line_text(number))
        group = step.group
        try:
            event = canonical_json(step.event)
        except (ValueError, RecursionError) as error:
            raise ImportRejected(_damaged_line_text(number)) from error
        asked = None if step.asked is None else clean_name(step.asked, MAX_AUTHOR_LENGTH)
        rows.append(
            EntryRow(seq, _timestamp(step.time, number), clean_name(step.who, MAX_AUTHOR_LENGTH), group, asked, event)
        )
    return tuple(rows)


def _in_todays_format(kind: DocumentKind, game: JsonValue, line: str, written: JsonValue, number: int) -> str:
    """Return that line of an export, of an older format upgraded. Raises ``ImportRejected``."""
    if written == upgrades.FORMAT:
        return line
    try:
        return json.dumps(upgrades.upgrade_document(kind, str(game), json.loads(line), int(str(written))))
    except (UpgradeError, ValueError, RecursionError) as error:
        raise ImportRejected(_damaged_line_text(number)) from error


def _validate(adapter: TypeAdapter[tuple[T]], line: str, number: int) -> T:
    try:
        return adapter.validate_json(f"[{line}]")[0]
    except ValidationError as error:
        raise ImportRejected(_damaged_line_text(number)) from error


def _timestamp(time: AwareDatetime, number: int) -> float:
    at = time.timestamp()
    if not 0 <= at < MAX_TIMESTAMP:
        raise ImportRejected(_damaged_line_text(number))
    return at


def _damaged_line_text(number: int) -> Text:
    return Text("Line {n} of that file cannot be read: it is damaged or not whole. Nothing was imported.", n=number)


def _excessive_line_text(number: int) -> Text:
    return Text("Line {n} of that file asks for more than any game does. Nothing was imported.", n=number)


# --- replay ------------------------------------------------------------------------------------------------------


def _replay(head: ExportHeader, rows: tuple[EntryRow, ...], codec: Codec[State]) -> ImportedMatch:
    rulings = tuple(head.settings.items())
    first = _try_line(lambda: _first_state(head, rulings, codec), 1)
    if state_size(first) > MAX_STATE_SIZE:
        raise ImportRejected(_excessive_line_text(1))
    history, rewritten, work = History(codec.game, first), list[EntryRow](), ReplayCost(first)
    for number, row in enumerate(rows, start=2):
        entries_before = len(history.entries)
        entry = _try_line(partial(replay_row, codec, history, row), number)
        work.add_step(history, entries_before, number)
        rewritten.append(replace(row, event=codec.write_event(entry.event)))
    last = history.state
    digest = _try_line(lambda: _renderable_digest(codec, last), len(rows) + 1)
    if digest != head.digest:
        raise _ReplayMismatch(DIGEST_MISMATCH_TEXT)
    match = _match_of(head, rows, last)
    base = (snapshot_of(codec, first, head.after, base=True),) if head.after else ()
    return ImportedMatch(match, tuple(rewritten), (*base, *((snapshot_of(codec, last, rows[-1].seq),) if rows else ())))


def _match_from_last_state(head: ExportHeader, rows: tuple[EntryRow, ...], codec: Codec[State]) -> ImportedMatch:
    """Return a match that goes on from the last state in the file.

    Its log is kept and never replayed.
    """
    state = _last_state(head, rows, codec)
    seq = rows[-1].seq if rows else max(head.after, FIRST_SEQ)
    base = replace(snapshot_of(codec, state, seq), rules_version=head.rules, base=UNANNOUNCED_BASE)
    # a match that lower rules have gone on with may have begun under higher ones
    match = replace(_match_of(head, rows, state), rules_version=min(head.begun, head.rules))
    return ImportedMatch(match, rows, (base,))


def _last_state(head: ExportHeader, rows: tuple[EntryRow, ...], codec: Codec[State]) -> State:
    """Return the last state in the file, tested as a situation. Raises ``ImportRejected``."""
    try:
        state = codec.read_state(canonical_json(head.last))
        if state.seats != head.seats or not (head.after or _has_settings(state, head, rows)):
            raise ImportRejected(DIGEST_MISMATCH_TEXT)
        if state_size(state) > MAX_STATE_SIZE or len(state.rulings) > MAX_SETTINGS:
            raise ImportRejected(_excessive_line_text(1))
        return load(SituationFormat(codec).write(state), {codec.game.key: codec.game}, lambda _: codec)[1]
    except ParseError as slip:
        raise ImportRejected(Text("{why} Nothing was imported.", why=slip.reason)) from slip
    except ImportRejected:
        raise
    except Exception as error:  # a foreign state can cause any error
        raise ImportRejected(_damaged_line_text(1)) from error


def _has_settings(state: State, head: ExportHeader, rows: tuple[EntryRow, ...]) -> bool:
    """Return whether the state has the settings of the file.

    Those that the log changes are left out.
    """
    events = [json.loads(row.event) for row in rows]
    changed = {event.get("switch") for event in events if event.get("type") == Ruled.__name__}
    return {pair for pair in state.rulings if pair[0] not in changed} == {
        pair for pair in head.settings.items() if pair[0] not in changed
    }


def _match_of(head: ExportHeader, rows: tuple[EntryRow, ...], last: State) -> Match:
    started = _timestamp(head.started, 1)
    ended = rows[-1].at if rows else started
    return Match(
        id=_match_id(head.id),
        game=head.game,
        rules_version=head.begun,
        seats=head.seats,
        rulings=tuple(head.settings.items()),
        created=started,
        finished=None if last.outcome is None else _timestamp(head.finished, 1) if head.finished else ended,
        entries=len(rows),
        last=ended,
    )


class ReplayCost:
    """Cost of a replay so far.

    Each step adds the state size and the number of entries undone or redone.
    """

    def __init__(self, first: State) -> None:
        self.total = 0
        self._things = state_size(first)

    def add_step(self, history: History[State], entries_before: int, number: int) -> None:
        """Add one step, before which the history had ``entries_before`` entries.

        Raises ``ImportRejected`` if the total is too high.
        """
        if number % STEPS_PER_SIZE_CHECK == 0:
            self._things = state_size(history.state)
        self.total += self._things + abs(len(history.entries) - entries_before)
        if self._things > MAX_STATE_SIZE or self.total > MAX_REPLAY_COST:
            raise ImportRejected(_excessive_line_text(number))


def _first_state(head: ExportHeader, rulings: tuple[tuple[str, str], ...], codec: Codec[State]) -> State:
    if not head.after:
        return start(codec.game, head.seats, rulings)
    state = codec.read_state(canonical_json(head.state))
    if state.seats != head.seats:
        raise CorruptDataError("other people sit there")
    return state


def _renderable_digest(codec: Codec[State], state: State) -> str:
    assert_renderable(codec.game, state)
    return codec.digest(state)


def _try_line(action: Callable[[], T], number: int) -> T:
    """Call ``action`` and turn any error into ``_ReplayMismatch``, which names the line."""
    try:
        return action()
    except Refused as refused:
        raise _ReplayMismatch(
            Text(
                "Line {n} of that file is against the rules: {why} Nothing was imported.", n=number, why=refused.reason
            )
        ) from refused
    except Exception as error:  # a foreign line may cause any error in the rules
        logging.getLogger(__name__).info("line %s of a file cannot be replayed", number, exc_info=error)
        raise _ReplayMismatch(_damaged_line_text(number)) from error


def _match_id(text: str) -> str:
    """Return the match id of the file, or a new one if it is not a UUID."""
    return text if _is_match_id(text) else str(uuid.uuid4())


def _is_match_id(text: str) -> bool:
    try:
        return str(uuid.UUID(text)) == text
    except ValueError:
        return False
