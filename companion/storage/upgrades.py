"""The format of what is stored and exported, and the upgrade from each format to the next.

From 1.0.0 on every save opens. A release that writes a document or a table otherwise raises ``FORMAT`` by one and adds
the upgrade to ``UPGRADES``; once released, an upgrade never changes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from companion.base.canonical_json import canonical_json, sha256_hex
from companion.base.errors import StorageError
from companion.base.value_types import JsonTable, JsonValue
from rules.engine import Text

from .database import SqlTransaction

FORMAT = 2
"""Format of databases, exports, archives, situations and files of cards; a newer Sobremesa writes higher ones."""
NEWER_VERSION_TEXT = Text("The saved games were written by a newer version of Sobremesa. Update this one.")
UPGRADE_FAILED_TEXT = Text(
    "The saved games cannot be brought to this version of Sobremesa: they were left as they are."
    " Use the version before."
)
DocumentKind = Literal["event", "state", "rulings", "export", "entry", "situation", "setting", "card", "die"]
"""The kinds of documents, see ``Upgrade``."""
PARTS: dict[DocumentKind, dict[str, DocumentKind]] = {
    "export": {"settings": "rulings", "state": "state", "last": "state"},
    "entry": {"event": "event"},
    "situation": {"settings": "rulings"},
}
"""Documents within other documents, by their keys."""


@dataclass(frozen=True)
class Upgrade:
    """What leads from one format to the next.

    ``document`` gets the kind of a document, the key of its game (empty for a die and for most settings) and its
    decoded JSON, and returns that in the next format; what it does not know it returns unchanged. An ``event`` or a
    ``state`` is a record as the codec writes it, in which ``change_records`` reaches every record. ``rulings`` are a
    match's settings by switch, ``export`` is the first line of an exported game and ``entry`` any other, ``situation``
    is a parsed situation. A ``setting`` has ``key`` and ``value``, a ``card`` has ``kind``, ``name`` and ``data``, a
    ``die`` has ``kind`` and ``face``. Documents also come from strangers, so any value may be of any type.

    ``statements`` change the tables of an embedded database, before its documents; a hosted one has a revision in
    ``companion/hosted/migrations``.
    """

    document: Callable[[DocumentKind, str, JsonValue], JsonValue]
    statements: tuple[str, ...] = ()


class UpgradeError(StorageError):
    """A document cannot be upgraded."""

    def __init__(self) -> None:
        super().__init__(UPGRADE_FAILED_TEXT)


def upgrade_document(kind: DocumentKind, game: str, data: JsonValue, written: int) -> JsonValue:
    """Return a document of the format ``written`` in today's. Raises ``UpgradeError``."""
    for number in range(written, FORMAT):
        data = _in_next_format(number, kind, game, data)
    return data


def _in_next_format(number: int, kind: DocumentKind, game: str, data: JsonValue) -> JsonValue:
    """Return a document of that format in the next one, and so the documents in it."""
    try:
        upgrade = UPGRADES[number].document
        data = upgrade(kind, game, data)
        if isinstance(data, dict):
            for key in data.keys() & PARTS.get(kind, {}).keys():
                data = {**data, key: upgrade(PARTS[kind][key], game, data[key])}
        return data
    except Exception as error:  # a damaged document may lack anything that an upgrade looks for
        raise UpgradeError from error


def change_records(data: JsonValue, change: Callable[[JsonTable], JsonValue]) -> JsonValue:
    """Return an event or a state with ``change`` applied to every record in it, innermost first.

    The members of sets and maps are brought into the order in which the codec writes them.
    """
    if isinstance(data, list):
        return [change_records(item, change) for item in data]
    if not isinstance(data, dict):
        return data
    inside = {key: change_records(value, change) for key, value in data.items()}
    if inside.get("type") in ("set", "map") and isinstance(members := inside.get("of"), list):
        return {**inside, "of": sorted(members, key=canonical_json)}
    return change(inside)


# --- the upgrades ------------------------------------------------------------------------------------------------

CORRECTIONS_OF_1: dict[str, tuple[str, str, JsonValue]] = {
    "RoomReplaced": ("room.{item}.card", "room", ""),
    "RoomHidden": ("room.{item}.card", "", ""),
    "RoomMoved": ("room.{item}.place", "pile", 0),
    "RoomReturned": ("room.{item}.place", "", "hand"),
    "RoomMarked": ("room.{item}.used", "", "other"),
    "HeroAdded": ("seat.{seat}.hero", "hero", ""),
    "HeroReplaced": ("hero.{item}.card", "hero", ""),
    "HeroOrdered": ("hero.{item}.place", "row", 0),
    "HeroWalked": ("hero.{item}.room", "pile", 0),
    "ScoreTurned": ("scored.{item}.side", "", "other"),
    "FactChanged": ("seat.{seat}.{fact}", "", "other"),
    "BossReplaced": ("seat.{seat}.boss", "boss", ""),
    "DeclarationRemoved": ("declared.{declared}.unplayed", "", "other"),
    "CardRegained": ("seat.{seat}.card", "card", ""),
}
"""Events by which format 1 set a fact of Boss Monster: its key, the field of its value, and the value without one."""
SENT_IN_1 = {"HeroRemoved": -2, "HeroReturned": -3}
"""Events by which format 1 moved a hero of Boss Monster off the table, with the place where he goes."""


def _upgraded_from_1(kind: DocumentKind, game: str, data: JsonValue) -> JsonValue:
    """Turn Boss Monster's own corrections into ``FactSet`` and ``Sent``."""
    if kind != "event" or game != "boss_monster" or not isinstance(data, dict):
        return data
    name = str(data.get("type"))
    if name in SENT_IN_1:
        return {"type": "Sent", "item": data.get("item", 0), "seat": SENT_IN_1[name]}
    if name not in CORRECTIONS_OF_1:
        return data
    key, field, usual = CORRECTIONS_OF_1[name]
    fields = {"item": 0, "seat": 0, "fact": "", "declared": 0, **data}
    return {"type": "FactSet", "key": key.format(**fields), "value": data.get(field, usual)}


UPGRADES = {1: Upgrade(_upgraded_from_1)}
"""By format, the upgrade to the next one."""

# --- the rows of a database --------------------------------------------------------------------------------------


def upgrade_rows(db: SqlTransaction, number: int) -> None:
    """Rewrite every document in a database of that format in the next one.

    A damaged one stays as it is.
    """
    for id, game, rulings in db.execute("SELECT id, game, rulings FROM match").fetchall():
        db.execute("UPDATE match SET rulings = ? WHERE id = ?", (_upgraded_rulings(number, game, rulings), id))
        entries = db.execute("SELECT event, match, seq FROM entry WHERE match = ?", (id,)).fetchall()
        events = [(_upgraded_line(number, "event", game, line), *key) for line, *key in entries]
        db.executemany("UPDATE entry SET event = ? WHERE match = ? AND seq = ?", events)
        snapshots = db.execute("SELECT state, digest, match, seq FROM snapshot WHERE match = ?", (id,)).fetchall()
        intact = [(line, *key) for line, digest, *key in snapshots if sha256_hex(line) == digest]
        lines = [(_upgraded_line(number, "state", game, line), *key) for line, *key in intact]
        states = [(line, sha256_hex(line), *key) for line, *key in lines]
        db.executemany("UPDATE snapshot SET state = ?, digest = ? WHERE match = ? AND seq = ?", states)
    for owner, key, value in db.execute("SELECT owner, key, value FROM setting").fetchall():
        setting = _upgraded_values(number, "setting", "", {"key": key, "value": value})
        db.execute("UPDATE setting SET key = ?, value = ? WHERE owner = ? AND key = ?", (*setting, owner, key))
    for game, kind, name, text, *key in db.execute("SELECT game, kind, name, data, owner, match FROM card").fetchall():
        data = _parsed(text)
        *card, new = _upgraded_values(number, "card", game, {"kind": kind, "name": name, "data": data})
        row = (*card, text if data is None else canonical_json(new), *key, game, kind, name)
        change = "UPDATE card SET kind = ?, name = ?, data = ? WHERE owner = ? AND match = ? AND game = ? AND kind = ?"
        db.execute(f"{change} AND name = ?", row)
    for id, kind, face in db.execute("SELECT id, kind, face FROM own_die").fetchall():
        die = _upgraded_values(number, "die", "", {"kind": kind, "face": face})
        db.execute("UPDATE own_die SET kind = ?, face = ? WHERE id = ?", (*die, id))


def _parsed(text: str) -> JsonValue:
    """Return the JSON, or None for damaged text, which is reported where it is read."""
    with suppress(ValueError, RecursionError):
        parsed: JsonValue = json.loads(text)
        return parsed
    return None


def _upgraded_line(number: int, kind: DocumentKind, game: str, line: str) -> str:
    data = _parsed(line)
    return line if data is None else canonical_json(_in_next_format(number, kind, game, data))


def _upgraded_rulings(number: int, game: str, text: str) -> str:
    """Return a match's settings, which are stored as a list of pairs."""
    match _parsed(text):
        case list(pairs) if all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
            rulings: JsonTable = {str(pair[0]): pair[1] for pair in pairs if isinstance(pair, list)}
            upgraded = _in_next_format(number, "rulings", game, rulings)
            return canonical_json([list(pair) for pair in upgraded.items()]) if isinstance(upgraded, dict) else text
    return text


def _upgraded_values(number: int, kind: DocumentKind, game: str, data: JsonTable) -> list[JsonValue]:
    """Return the values of a document of which every key is a column, in their order."""
    upgraded = _in_next_format(number, kind, game, data)
    if not isinstance(upgraded, dict) or upgraded.keys() != data.keys():
        raise UpgradeError
    return [upgraded[key] for key in data]
