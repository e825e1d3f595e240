"""Export of everything the host has stored to one file, and its import on another computer.

The file is a ZIP with games, cards, custom dice and settings in the formats of their own exports. It holds no
invitation, no key of a device, no picture of a throw and no game in which players' devices keep secrets. On import each
part is checked as if it came alone; no name in it becomes a path.
"""

from __future__ import annotations

import base64
import importlib.metadata
import io
import json
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any

from companion.exchange import importer
from companion.exchange.importer import FOREIGN, NEWER, AlreadyHere, NotTaken
from companion.i18n import Translate
from companion.storage.matches import Match, StorageTrouble
from rules.engine import Refused, Text
from vision.custom_dice import recognise
from vision.images.header import extent

from .library import Library

FORMAT = 1
"""Version of the format written here; a file with a higher one comes from a newer Sobremesa."""
HEAD, GAMES, CARDS, DICE, SETTINGS = "sobremesa.json", "games/", "cards.json", "dice.json", "settings.json"
HEAVIEST = 64_000_000
"""Maximum size of an archive, in bytes."""
UNPACKED = 400_000_000
"""Maximum total of unpacked bytes per archive; only one part at a time is in memory."""
MOST = 5_000
"""Maximum number of files in an archive."""
MOST_CARDS, MOST_DICE = 20_000, 500
PICTURE, SIDE = 64_000, 512
"""Maximum size of a die picture in bytes, and its longest side in pixels."""
LONGEST = 20_000
"""Maximum length of a setting, in characters."""
MOVING = ("chips", "corrections", "dice", "language", "names", "players", "rulings", "theme")
"""Exported settings, by the first word of their keys; an invitation is never among them."""
HEAVY = Text("That file is too large for a house's games. Nothing was imported.")
DAMAGED = Text("This part of the file is damaged.")


@dataclass(frozen=True)
class Packed:
    """An exported archive; ``skipped`` are the skipped games, each with the reason."""

    name: str
    data: bytes
    games: int
    left: tuple[tuple[Match, Text], ...] = ()


@dataclass(frozen=True)
class Unpacked:
    """Result of an import; ``failures`` are the rejected parts, each with the reason."""

    games: int
    known: int
    failed: tuple[tuple[str, Text], ...] = ()


def is_archive(data: bytes) -> bool:
    """Return whether the data starts with the ZIP signature; no other importable file does."""
    return data.startswith(b"PK")


# --- writing -----------------------------------------------------------------------------------------------------


def pack(library: Library, words: Translate) -> Packed:
    """Export all games to one file. Raises ``StorageError`` if the database cannot be read."""
    room, left, count = io.BytesIO(), list[tuple[Match, Text]](), 0
    with zipfile.ZipFile(room, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(HEAD, _written(_head()))
        for number, match in enumerate(library.storage.matches(), start=1):
            try:
                name, data = _exported(library, match, words)
            except (Refused, StorageTrouble) as trouble:
                left.append((match, trouble.reason))
                continue
            file.writestr(f"{GAMES}{number:04}-{name}", data)
            count += 1
        file.writestr(CARDS, library.storage.export_cards())
        file.writestr(DICE, _written(list(_dice(library))))
        file.writestr(SETTINGS, _written(dict(_settings(library))))
    return Packed(f"sobremesa-{date.today().isoformat()}.zip", room.getvalue(), count, tuple(left))


def _exported(library: Library, match: Match, words: Translate) -> tuple[str, bytes]:
    """Return the name and content of one game's export.

    A table that no device has open is loaded in a temporary library and dropped at once: all of them would fill the
    memory.
    """
    if match.game not in library.games:
        raise Refused("X-01", Text("This Sobremesa does not know this game."))
    here = library.in_hand(match.id) or any(table.match.id == match.id for table in library.unsaved)
    return (library if here else Library(library.storage, library.games)).export(match.id, words)


def _head() -> dict[str, Any]:
    return {"sobremesa": "archive", "format": FORMAT, "program": importlib.metadata.version("sobremesa")}


def _dice(library: Library) -> Iterator[list[Any]]:
    for kind, face, jpeg in library.storage.read("SELECT kind, face, picture FROM own_die ORDER BY id"):
        yield [kind, face, base64.b64encode(jpeg).decode("ascii")]


def _settings(library: Library) -> Iterator[tuple[str, str]]:
    for key, value in library.storage.read("SELECT key, value FROM setting ORDER BY key"):
        if key.partition(".")[0] in MOVING:
            yield key, value


def _written(said: Any) -> str:
    return json.dumps(said, ensure_ascii=False, indent=1)


# --- reading -----------------------------------------------------------------------------------------------------


def unpack(library: Library, data: bytes) -> Unpacked:
    """Import every valid part of an archive.

    Raises ``ImportRejected``, before any change, if it is none.
    """
    with _opened(data) as file:
        parts = Parts(file)
        _check(parts.read(HEAD, LONGEST))
        failed = list[tuple[str, Text]]()
        games = known = 0
        for name in file.namelist():
            if not name.startswith(GAMES):
                continue
            try:
                library.bring(parts.read(name, importer.HEAVIEST))
                games += 1
            except AlreadyHere:
                known += 1
            except (NotTaken, StorageTrouble) as trouble:
                failed.append((_plain(name), trouble.reason))
        failed += _house(library, parts)
    return Unpacked(games, known, tuple(failed))


def _opened(data: bytes) -> zipfile.ZipFile:
    # a directory entry takes 46 bytes in the file and half a kilobyte in memory, so entries are counted first
    if len(data) > HEAVIEST or data.count(b"PK\x01\x02") > MOST:
        raise NotTaken(HEAVY)
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise NotTaken(FOREIGN) from error


class Parts:
    """Reader of an archive's parts, with a limit for each and a total limit."""

    def __init__(self, file: zipfile.ZipFile) -> None:
        self._file = file
        self._left = UNPACKED

    def read(self, name: str, most: int) -> bytes:
        """Return the content of a part.

        Raises ``ImportRejected`` if it is missing, damaged or longer than ``max_bytes``.
        """
        try:
            info = self._file.getinfo(name)
            if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # others may allocate any amount
                raise ValueError(info.compress_type)
            with self._file.open(info) as part:
                data = part.read(min(most, self._left) + 1)
        except (KeyError, RuntimeError, EOFError, OSError, ValueError, zipfile.BadZipFile, zlib.error) as error:
            raise NotTaken(FOREIGN if name == HEAD else DAMAGED) from error
        self._left -= len(data)
        if len(data) > most or self._left < 0:
            raise NotTaken(HEAVY)
        return data


def _check(head: bytes) -> None:
    said = _json(head)
    if not isinstance(said, dict) or said.get("sobremesa") != "archive" or not isinstance(said.get("format"), int):
        raise NotTaken(FOREIGN)
    if said["format"] > FORMAT:
        raise NotTaken(NEWER)


def _house(library: Library, parts: Parts) -> Iterator[tuple[str, Text]]:
    """Import the parts that belong to no game; yield those that failed, with the reason."""
    for name, take in ((CARDS, _take_cards), (DICE, _take_dice), (SETTINGS, _take_settings)):
        try:
            take(library, _json(parts.read(name, importer.HEAVIEST)))
        except (NotTaken, StorageTrouble) as trouble:
            yield name, trouble.reason
        except (TypeError, ValueError, RecursionError):
            yield name, DAMAGED


def _take_cards(library: Library, rows: Any) -> None:
    if not isinstance(rows, list) or len(rows) > MOST_CARDS:
        raise NotTaken(DAMAGED)
    library.storage.import_cards(json.dumps(rows))


def _take_dice(library: Library, rows: Any) -> None:
    """Import the pictures of dice kinds that have none here; what was taught here has priority."""
    if not isinstance(rows, list) or len(rows) > MOST_DICE:
        raise NotTaken(DAMAGED)
    dice = [_die(row) for row in rows]
    if max(Counter(one[:2] for one in dice).values(), default=0) > recognise.MOST:
        raise NotTaken(DAMAGED)
    here = {kind for (kind,) in library.storage.read("SELECT DISTINCT kind FROM own_die")}
    with library.storage.all_or_nothing() as db:
        new = [one for one in dice if one[0] not in here]
        db.executemany("INSERT INTO own_die(kind, face, picture) VALUES (?, ?, ?)", new)


def _die(row: Any) -> tuple[str, int, bytes]:
    """Parse one die picture.

    Raises ``ValueError`` or ``TypeError`` if it is invalid or larger than any that is taught here.
    """
    kind, face, text = row
    jpeg = base64.b64decode(text, validate=True)
    size = extent(jpeg)
    if not isinstance(kind, str) or not isinstance(face, int) or not 1 <= face <= 100 or len(kind) > 100:
        raise ValueError("not a face")
    if len(jpeg) > PICTURE or size is None or max(size) > SIDE:
        raise ValueError("not a picture of a die")
    return kind, face, jpeg


def _take_settings(library: Library, said: Any) -> None:
    """Import the settings that have no value here yet."""
    if not isinstance(said, dict) or len(said) > MOST:
        raise NotTaken(DAMAGED)
    for key, value in said.items():
        known = isinstance(value, str) and len(key) + len(value) < LONGEST and key.partition(".")[0] in MOVING
        if known and not library.storage.setting(key):
            library.storage.set(key, value)


def _json(data: bytes) -> Any:
    with suppress(UnicodeDecodeError, ValueError, RecursionError):
        return json.loads(data.decode("utf-8"))
    return None


def _plain(name: str) -> str:
    """Return the printable form of a part's name, at most 80 characters."""
    return "".join(letter for letter in name.removeprefix(GAMES)[:80] if letter.isprintable())


# --- messages ----------------------------------------------------------------------------------------------------


def told(done: Unpacked) -> Text:
    """Describe the result of an import."""
    said = [Text("{n} game is on the shelf now.", "{n} games are on the shelf now.", n=done.games)]
    if done.known:
        said.append(Text("{n} game was here already.", "{n} games were here already.", n=done.known))
    said += [Text("{part} was not imported: {why}", part=name, why=why) for name, why in done.failed[:5]]
    if len(done.failed) > 5:
        more = len(done.failed) - 5
        said.append(Text("{n} more part was not imported.", "{n} more parts were not imported.", n=more))
    return together(said)


def left_out(packed: Packed) -> Text | None:
    """Describe which games are not in the archive; None if all are."""
    said = [
        Text("The game of {players} is not in the file: {why}", players=", ".join(match.seats), why=why)
        for match, why in packed.left
    ]
    return together(said) if said else None


def together(said: list[Text]) -> Text:
    """Join sentences to one text."""
    whole = said[-1]
    for one in reversed(said[:-1]):
        whole = Text("{one} {more}", one=one, more=whole)
    return whole
