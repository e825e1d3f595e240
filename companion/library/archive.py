"""Export of everything the host has stored to one file, and its import on another computer.

The file is a ZIP with games, cards, custom dice and settings in the formats of their own exports. It holds no
invitation, no key of a device, no picture of a throw and no game in which players' devices keep secrets. On import each
part is checked as if it came alone; no name in it becomes a path.
"""

from __future__ import annotations

import base64
import io
import json
import shutil
import tempfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from companion import VERSION
from companion.access.guests import DeviceRegistry
from companion.base.errors import NEWER_FILE_TEXT, NewerFileError
from companion.base.value_types import JsonTable, JsonValue, WritableJson
from companion.exchange import rejection
from companion.exchange.rejection import FOREIGN_FILE_TEXT, AlreadyImported, ImportRejected
from companion.i18n import Translate
from companion.storage import upgrades
from companion.storage.cards import read_card_file
from companion.storage.daily_copies import backup_path, open_intact_backups
from companion.storage.database import Row
from companion.storage.matches import Match, Storage, StorageError
from companion.storage.settings import INSERT_SETTING
from companion.storage.sqlite_database import SqliteDatabase, database_path
from companion.storage.upgrades import UpgradeError
from rules.engine import Refused, Text
from vision.custom_dice import MAX_EXAMPLES
from vision.images.header import declared_size

from .exchange import MatchExchange
from .matches import Matches

HEADER_FILE, GAMES_FOLDER, CARDS_FILE, DICE_FILE, SETTINGS_FILE = (
    "sobremesa.json",
    "games/",
    "cards.json",
    "dice.json",
    "settings.json",
)
MAX_BYTES = 64_000_000
"""Maximum size of an archive, in bytes."""
MAX_UNPACKED_BYTES = 400_000_000
"""Maximum total of unpacked bytes per archive; only one part at a time is in memory."""
MAX_FILES = 5_000
"""Maximum number of files in an archive."""
MAX_DICE_PICTURES = 500
MAX_PICTURE_BYTES, MAX_PICTURE_SIDE = 64_000, 512
"""Maximum size of a die picture in bytes, and its longest side in pixels."""
MAX_SETTING_LENGTH = 100_000
"""Maximum length of a setting, in characters."""
PORTABLE_SETTINGS = (
    *("chips", "corrections", "dice", "language", "looks"),
    *("names", "players", "plays", "rulings", "theme"),
)
"""Exported settings, by the first word of their keys; an invitation is never among them."""
MAX_ALL_STEPS = 300_000
"""Maximum number of steps of all games in an archive: twice 300 games of 500 steps."""
TOO_LARGE_TEXT = Text("That file is too large for a house's games. Nothing was imported.")
DAMAGED_TEXT = Text("This part of the file is damaged.")


@dataclass(frozen=True)
class PackedArchive:
    """An exported archive; ``skipped`` are the skipped games, each with the reason."""

    name: str
    data: bytes
    game_count: int
    skipped: tuple[tuple[Match, Text], ...] = ()


@dataclass(frozen=True)
class ArchiveImportResult:
    """Result of an import; ``failures`` are the rejected parts, each with the reason."""

    game_count: int
    duplicate_count: int
    failures: tuple[tuple[str, Text], ...] = ()
    unread_count: int = 0
    """Number of games that were not read, because the import was stopped."""


def is_archive(data: bytes) -> bool:
    """Return whether the data starts with the ZIP signature; no other importable file does."""
    return data.startswith(b"PK")


# --- writing -----------------------------------------------------------------------------------------------------


def export_archive(
    exchange: MatchExchange, translate: Translate, without: Container[str] = frozenset()
) -> PackedArchive:
    """Export all games but those with the given ids to one file.

    Raises ``StorageError`` if the database cannot be read.
    """
    buffer, skipped, count = io.BytesIO(), list[tuple[Match, Text]](), 0
    storage = exchange.matches.storage
    matches = [match for match in storage.matches() if match.id not in without]
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(HEADER_FILE, _to_json(_head()))
        for number, match in enumerate(matches, start=1):
            try:
                name, data = _export_match(exchange, match, translate)
            except (Refused, StorageError) as trouble:
                skipped.append((match, trouble.reason))
                continue
            file.writestr(f"{GAMES_FOLDER}{number:04}-{name}", data)
            count += 1
        file.writestr(CARDS_FILE, storage.cards.export())
        file.writestr(DICE_FILE, _to_json(list(_dice(storage))))
        file.writestr(SETTINGS_FILE, _to_json(dict(_settings(storage))))
    return PackedArchive(f"sobremesa-{date.today().isoformat()}.zip", buffer.getvalue(), count, tuple(skipped))


@dataclass(frozen=True)
class DailyCopy:
    """A backup of these games, and how many of them are not here any more."""

    day: date
    path: Path
    missing_count: int


def daily_copies(exchange: MatchExchange) -> tuple[DailyCopy, ...]:
    """Return the backups of the last days, newest first; none of a hosted database."""
    database = exchange.matches.storage.database
    if not isinstance(database, SqliteDatabase):
        return ()
    here, found = _ids_here(exchange), list[DailyCopy]()
    for day, copy in open_intact_backups(database.path):
        ids = {str(id) for (id,) in copy.execute("SELECT id FROM match")}
        found.append(DailyCopy(day, backup_path(database.path, day), len(ids - here)))
    return tuple(found)


def pack_missing_games(exchange: MatchExchange, copy: DailyCopy, translate: Translate) -> bytes:
    """Return the games of a backup that are not here any more, as an archive.

    It is imported as any other. Raises ``StorageError`` if the backup cannot be read.
    """
    with tempfile.TemporaryDirectory() as folder:
        shutil.copyfile(copy.path, database_path(Path(folder)))
        with closing(Storage(Path(folder))) as storage:
            games = exchange.matches.games
            matches = Matches(storage, games, DeviceRegistry(storage))
            return export_archive(MatchExchange(matches), translate, _ids_here(exchange)).data


def _ids_here(exchange: MatchExchange) -> frozenset[str]:
    return frozenset(match.id for match in exchange.matches.storage.matches())


def _export_match(exchange: MatchExchange, match: Match, translate: Translate) -> tuple[str, bytes]:
    """Return the name and content of one game's export.

    A table that no device has open is loaded apart from the others and dropped at once: all of them would fill the
    memory.
    """
    matches = exchange.matches
    if match.game not in matches.games:
        raise Refused("X-01", Text("This Sobremesa does not know this game."))
    if not matches.is_open(match.id) and all(table.match.id != match.id for table in matches.unsaved_tables()):
        exchange = MatchExchange(Matches(matches.storage, matches.games, matches.guests))
    return exchange.export(match.id, translate)


def _head() -> dict[str, str | int]:
    return {"sobremesa": "archive", "format": upgrades.FORMAT, "program": VERSION}


def _dice(storage: Storage) -> Iterator[tuple[str, int, str]]:
    for kind, face, jpeg in storage.database.read("SELECT kind, face, picture FROM own_die ORDER BY id"):
        yield kind, face, base64.b64encode(jpeg).decode("ascii")


def _settings(storage: Storage) -> Iterator[tuple[str, str]]:
    for key, value in storage.database.read("SELECT key, value FROM setting ORDER BY key"):
        if key.partition(".")[0] in PORTABLE_SETTINGS:
            yield key, value


def _to_json(data: WritableJson) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1)


# --- reading -----------------------------------------------------------------------------------------------------


def import_archive(exchange: MatchExchange, data: bytes) -> ArchiveImportResult:
    """Import every valid part of an archive.

    Raises ``ImportRejected``, before any change, if it is none.
    """
    whole = ArchiveImport(exchange, data)
    for name in whole.games:
        whole.import_game(name)
    whole.import_shared_parts()
    return whole.result


class ArchiveImport:
    """Import of an archive, game by game, so that it can be watched and stopped.

    Raises ``ImportRejected``, before any change, if the data are none or hold more than is read.
    """

    def __init__(self, exchange: MatchExchange, data: bytes) -> None:
        self._exchange = exchange
        file = _open_zip(data)
        self._parts = ArchiveReader(file)
        self._written = _read_format(self._parts.read(HEADER_FILE, MAX_SETTING_LENGTH))
        self.games = tuple(name for name in file.namelist() if name.startswith(GAMES_FOLDER))
        """Names of the games' parts."""
        self._game_count = self._duplicate_count = self._read_count = 0
        self._failures: list[tuple[str, Text]] = []
        _require_readable(ArchiveReader(file), self.games)

    def import_game(self, name: str) -> None:
        """Import one of the ``games``."""
        self._read_count += 1
        try:
            self._exchange.import_match(self._parts.read(name, rejection.MAX_BYTES))
            self._game_count += 1
        except AlreadyImported:
            self._duplicate_count += 1
        except (ImportRejected, StorageError) as trouble:
            self._failures.append((_printable_name(name), trouble.reason))

    def import_shared_parts(self) -> None:
        """Import the parts that belong to no game."""
        self._failures += _import_shared_parts(self._exchange.matches.storage, self._parts, self._written)

    @property
    def result(self) -> ArchiveImportResult:
        """What was imported so far."""
        unread = len(self.games) - self._read_count
        return ArchiveImportResult(self._game_count, self._duplicate_count, tuple(self._failures), unread)


def _require_readable(parts: ArchiveReader, games: Sequence[str]) -> None:
    """Raise ``ImportRejected`` if the games have more steps than are read from one file.

    A game has at most one step in each line after the first, and the lines are counted before anything is replayed.
    """
    steps = 0
    for name in games:
        with suppress(ImportRejected):  # is refused by itself
            steps += parts.read(name, rejection.MAX_BYTES).rstrip().count(b"\n")
    if steps > MAX_ALL_STEPS:
        raise ImportRejected(
            Text(
                "The games in that file have {n} steps, and at most {most} are read from one file. It is a ZIP: unpack "
                "it, and import the files in its folder “games” one by one. Nothing was imported.",
                n=steps,
                most=MAX_ALL_STEPS,
            )
        )


def _open_zip(data: bytes) -> zipfile.ZipFile:
    # a directory entry takes 46 bytes in the file and half a kilobyte in memory, so entries are counted first
    if len(data) > MAX_BYTES or data.count(b"PK\x01\x02") > MAX_FILES:
        raise ImportRejected(TOO_LARGE_TEXT)
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise ImportRejected(FOREIGN_FILE_TEXT) from error


class ArchiveReader:
    """Reader of an archive's parts, with a limit for each and a total limit."""

    def __init__(self, file: zipfile.ZipFile) -> None:
        self._file = file
        self._left = MAX_UNPACKED_BYTES

    def read(self, name: str, max_bytes: int) -> bytes:
        """Return the content of a part.

        Raises ``ImportRejected`` if it is missing, damaged or longer than ``max_bytes``.
        """
        try:
            info = self._file.getinfo(name)
            if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # others may allocate any amount
                raise ValueError(info.compress_type)
            with self._file.open(info) as part:
                data = part.read(min(max_bytes, self._left) + 1)
        except (KeyError, RuntimeError, EOFError, OSError, ValueError, zipfile.BadZipFile, zlib.error) as error:
            raise ImportRejected(FOREIGN_FILE_TEXT if name == HEADER_FILE else DAMAGED_TEXT) from error
        self._left -= len(data)
        if len(data) > max_bytes or self._left < 0:
            raise ImportRejected(TOO_LARGE_TEXT)
        return data


def _read_format(head: bytes) -> int:
    """Return the format of an archive.

    Raises ``ImportRejected`` for a newer one, or for another file.
    """
    match _json(head):
        case {"sobremesa": "archive", "format": int(written)}:
            if written > upgrades.FORMAT:
                raise ImportRejected(NEWER_FILE_TEXT)
            return written
    raise ImportRejected(FOREIGN_FILE_TEXT)


def _import_shared_parts(storage: Storage, parts: ArchiveReader, written: int) -> Iterator[tuple[str, Text]]:
    """Import the parts that belong to no game; yield those that failed, with the reason."""
    for name, take in ((CARDS_FILE, _import_cards), (DICE_FILE, _import_dice), (SETTINGS_FILE, _import_settings)):
        try:
            take(storage, parts.read(name, rejection.MAX_BYTES), written)
        except UpgradeError:
            yield name, DAMAGED_TEXT
        except (ImportRejected, NewerFileError, StorageError) as trouble:
            yield name, trouble.reason
        except (TypeError, ValueError, RecursionError):
            yield name, DAMAGED_TEXT


def _import_cards(storage: Storage, data: bytes, _: int) -> None:
    storage.cards.import_rows(read_card_file(data.decode()))


def _import_dice(storage: Storage, data: bytes, written: int) -> None:
    """Import the pictures of dice kinds that have none here; what was taught here has priority."""
    rows = _json(data)
    if not isinstance(rows, list) or len(rows) > MAX_DICE_PICTURES:
        raise ImportRejected(DAMAGED_TEXT)
    dice = [_parse_die(row, written) for row in rows]
    if max(Counter(one[:2] for one in dice).values(), default=0) > MAX_EXAMPLES:
        raise ImportRejected(DAMAGED_TEXT)
    here = {kind for (kind,) in storage.database.read("SELECT DISTINCT kind FROM own_die")}
    with storage.adding("house") as db:
        new = [one for one in dice if one[0] not in here]
        db.executemany("INSERT INTO own_die(kind, face, picture) VALUES (?, ?, ?)", new)


def _parse_die(row: JsonValue, written: int) -> tuple[str, int, bytes]:
    """Parse one die picture of that format.

    Raises ``ValueError`` if it is invalid or larger than any that is taught here.
    """
    match row:
        case [str(kind), int(face), str(text)] if 1 <= face <= 100 and len(kind) <= 100:
            jpeg = base64.b64decode(text, validate=True)
            size = declared_size(jpeg)
            die = upgrades.upgrade_document("die", "", {"kind": kind, "face": face}, written)
            if len(jpeg) <= MAX_PICTURE_BYTES and size is not None and max(size) <= MAX_PICTURE_SIDE:
                match die:
                    case {"kind": str(kind), "face": int(face)}:
                        return kind, face, jpeg
    raise ValueError("not a picture of a die's face")


def _import_settings(storage: Storage, data: bytes, written: int) -> None:
    """Import the settings that have no value here yet."""
    said = _json(data)
    if not isinstance(said, dict) or len(said) > MAX_FILES:
        raise ImportRejected(DAMAGED_TEXT)
    owner, new = storage.database.owner, list[Row]()
    known = "SELECT key FROM setting WHERE owner = ? AND value <> ''"
    with storage.adding("house") as db:
        here = {key for (key,) in db.execute(known, (owner,))}
        for given in said.items():
            setting: JsonTable = dict(zip(("key", "value"), given, strict=True))
            match upgrades.upgrade_document("setting", "", setting, written):
                case {"key": str(key), "value": str(value)} if len(key) + len(value) < MAX_SETTING_LENGTH:
                    if key.partition(".")[0] in PORTABLE_SETTINGS and key not in here:
                        new.append((key, value, owner))
        db.executemany(INSERT_SETTING, new)


def _json(data: bytes) -> JsonValue:
    with suppress(ValueError, RecursionError):
        parsed: JsonValue = json.loads(data.decode("utf-8"))
        return parsed
    return None


def _printable_name(name: str) -> str:
    """Return the printable form of a part's name, at most 80 characters."""
    return "".join(letter for letter in name.removeprefix(GAMES_FOLDER)[:80] if letter.isprintable())


# --- messages ----------------------------------------------------------------------------------------------------


def describe_import(result: ArchiveImportResult) -> Text:
    """Describe the result of an import."""
    sentences = [Text("{n} game was added.", "{n} games were added.", n=result.game_count)]
    if result.duplicate_count:
        sentences.append(Text("{n} game was here already.", "{n} games were here already.", n=result.duplicate_count))
    if result.unread_count:
        sentences.append(
            Text(
                "The import was cancelled: {n} game of that file was not read.",
                "The import was cancelled: {n} games of that file were not read.",
                n=result.unread_count,
            )
        )
    sentences += [Text("{part} was not imported: {why}", part=name, why=why) for name, why in result.failures[:5]]
    if len(result.failures) > 5:
        more = len(result.failures) - 5
        sentences.append(Text("{n} more part was not imported.", "{n} more parts were not imported.", n=more))
    return join_sentences(sentences)


def describe_skipped(packed: PackedArchive) -> Text | None:
    """Describe which games are not in the archive; None if all are."""
    sentences = [
        Text("The game of {players} is not in the file: {why}", players=", ".join(match.seats), why=why)
        for match, why in packed.skipped
    ]
    return join_sentences(sentences) if sentences else None


def join_sentences(sentences: list[Text]) -> Text:
    """Join sentences to one text."""
    whole = sentences[-1]
    for one in reversed(sentences[:-1]):
        whole = Text("{one} {more}", one=one, more=whole)
    return whole
