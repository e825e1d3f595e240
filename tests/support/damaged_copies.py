"""A realistic database, and seeded damaged copies with the matches that the damage spared."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from unittest.mock import patch
from uuid import UUID

import cv2
import numpy as np

from companion.access.visitor import Visitor
from companion.library.library import Library
from companion.match.roles import DeviceRole
from companion.match.table import StaleAnswerError, Table
from companion.storage.matches import Storage
from companion.storage.records import RollRecord
from rules.engine import Adjusted, Event, FactSet, Refused, Ruled, WentTo
from rules.registry import GAMES
from tests.support.random_play import NAMES, Seeded, move

FILE = "sobremesa.sqlite"
PAGE = 4096
COPIES = {"bit flips": 30, "zeroed pages": 20, "damaged first page": 20, "damaged header": 15, "truncated": 15}
"""Number of copies for each kind of damage."""
HOST = DeviceRole(is_host=True)
Log = tuple[tuple[object, ...], ...]
"""All rows of one match, as they are stored."""


@dataclass(frozen=True)
class Copy:
    """A damaged copy; ``expected`` are the matches none of whose pages were changed."""

    kind: str
    seed: int
    data: bytes
    expected: frozenset[str]


# --- the database ------------------------------------------------------------------------------------------------


def database(folder: Path, rounds: int = 1, actions: int = 30) -> bytes:
    """A database made in that folder: ``rounds`` matches of each game, rows in every table."""
    ids, seconds = Random(0), count(1_700_000_000)
    clock = lambda: float(next(seconds))  # noqa: E731
    id = lambda: UUID(int=ids.getrandbits(128), version=4)  # noqa: E731
    with patch("companion.storage.matches.uuid.uuid4", id), patch("companion.storage.matches.time.time", clock):
        storage = Storage(folder)
        library = Library(storage, GAMES, clock)
        tables = [_played(library, key, Seeded(n), actions) for n in range(rounds) for key in GAMES]
        _house(library, tables)
        storage.close()
    return (folder / FILE).read_bytes()


def _played(library: Library, key: str, chance: Seeded, actions: int) -> Table:
    table = library.matches.create(key, NAMES[: max(2, min(GAMES[key].player_counts))])
    for _ in range(actions):
        with suppress(Refused, StaleAnswerError):
            _do(table, move(chance, table.game, table.state))
    return table


def _do(table: Table, event: Event) -> None:
    match event:
        case Adjusted(key=key, by=by):
            table.adjust(key, by, HOST)
        case FactSet():
            table.set_fact(event, HOST)
        case WentTo(rule=rule):
            table.jump_to(rule, HOST)
        case Ruled(switch=switch, choice=choice):
            table.set_ruling(switch, choice, HOST)
        case _ if isinstance(event, table.game.remark_events):
            table.make_remark(event, HOST)
        case _:
            table.answer(table.prompt_id, event, HOST)


def _house(library: Library, tables: Sequence[Table]) -> None:
    """Add everything besides the matches: settings, cards, dice, corrections, pictures, guests."""
    storage, chance = library.storage, Random(1)
    for key, value in {"names": '["Ana", "Beto"]', "language": "es", "theme": "dark", "dice.pips": "1"}.items():
        storage.settings.save(key, value)
    for n in range(20):
        storage.cards.save("four_souls", "card", f"Card {n}", {"text": "x" * chance.randrange(200)})
    library.guests.host_invitation()
    with storage.database.atomic_write() as db:
        for n in range(4):
            db.execute("INSERT INTO guest VALUES (?, ?, 0)", (f"guest-{n}", f"{n:064x}"))
        for face in range(1, 7):
            row = "pips", face, _picture(face)
            db.execute("INSERT INTO own_die(kind, face, picture) VALUES (?, ?, ?)", row)
            db.execute("INSERT INTO seen(kind, face, unsure, dice) VALUES ('', ?, 0, 7)", (face,))
            db.execute(
                "INSERT INTO correction(at, kind, seen, is_, unsure, crop) VALUES (1e9, '', ?, 1, 0, ?)",
                (face, chance.randbytes(900)),
            )
    for n, table in enumerate(tables):
        library.guests.table_invitation(table.match.id)
        library.guests.take_seat(Visitor("", is_host=True), table.match.id, None)
        roll = RollRecord(1, "camera", chance.randbytes(2000 + 700 * n))
        storage.append_entries(table.match, table.game, (), None, None, [roll])


def _picture(face: int) -> bytes:
    """A small JPEG like a sample of taught dice."""
    image = np.random.default_rng(face).integers(0, 255, (32, 32, 3), np.uint8)
    return cv2.imencode(".jpg", image)[1].tobytes()


# --- its damaged copies ------------------------------------------------------------------------------------------


def copies(whole: bytes, wanted: Mapping[str, int] = COPIES) -> Iterator[Copy]:
    """The damaged copies, the same for the same bytes."""
    owners = pages_of(whole)
    for kind, number in wanted.items():
        for seed in range(number):
            data = damaged(whole, kind, Random(f"{kind} {seed}"))
            hit = {n for n in range(1, len(whole) // PAGE + 1) if _page(data, n) != _page(whole, n)}
            yield Copy(kind, seed, data, frozenset(id for id, pages in owners.items() if not pages & hit))


def damaged(whole: bytes, kind: str, chance: Random) -> bytes:
    """One copy with damage of that kind."""
    data, pages = bytearray(whole), len(whole) // PAGE
    match kind:
        case "bit flips":
            for _ in range(chance.randint(1, 8)):
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        case "zeroed pages":
            for number in chance.sample(range(1, pages), chance.randint(1, 3)):
                data[number * PAGE : (number + 1) * PAGE] = bytes(PAGE)
        case "damaged first page":
            start = chance.choice((0, 0, 100, 1000))
            data[start:PAGE] = chance.choice((bytes(PAGE), chance.randbytes(PAGE)))[start:]
        case "damaged header":
            length = chance.choice((16, 40, 100))
            data[:length] = chance.choice((bytes(length), chance.randbytes(length)))
        case "truncated":
            del data[len(data) * chance.randint(25, 99) // 100 :]
    return bytes(data)


def _page(data: bytes, number: int) -> bytes:
    return data[(number - 1) * PAGE : number * PAGE]


def pages_of(whole: bytes) -> dict[str, set[int]]:
    """The pages with rows of each match, by SQLite's ``dbstat`` and the rows' bytes."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(whole[:18] + b"\1\1" + whole[20:])  # header without WAL, for a database in memory
        sql = "SELECT pageno, pagetype FROM dbstat WHERE name IN ('match', 'entry', 'snapshot')"
        kinds = {number: kind for number, kind in db.execute(sql) if kind != "internal"}
        texts: dict[str, bytes] = {}
        for id, text in db.execute("SELECT match, state FROM snapshot UNION ALL SELECT match, event FROM entry"):
            texts[id] = texts.get(id, b"") + text.encode()
        ids = [id for (id,) in db.execute("SELECT id FROM match")]
    found: dict[str, set[int]] = {id: set() for id in ids}
    for number, kind in kinds.items():
        page = _page(whole, number)
        for id in ids:
            if id.encode() in page if kind == "leaf" else page[4:36] in texts[id]:
                found[id].add(number)
    return found


def logs(storage: Storage) -> dict[str, Log]:
    """Every match of the database, row for row."""
    found = {}
    for match in storage.matches():
        head = (match.id, match.game, match.rules_version, match.seats, match.rulings, match.created, match.finished)
        found[match.id] = (head, *storage.entry_rows(match.id), *storage.snapshots(match.id))
    return found
