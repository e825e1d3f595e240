"""What is remembered belongs to the house; a guest reads and writes what its own table added."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from companion.access.permissions import HEAVIEST, LONGEST, Access
from companion.dice import corrections, custom_sets
from companion.dice.corrections import Correction, Score, Tidied
from companion.dice.kinds import let_stand
from companion.exchange.custom_cards import OwnCards
from companion.library.library import Library
from companion.storage.matches import Storage
from companion.storage.recovery import opened as rescued
from companion.storage.schema import SCHEMA, STEPS
from rules.darkmoor.game import GAME as DARKMOOR
from rules.darkmoor.model.cards import TEMPLATES, MinionCard
from rules.engine import Refused
from rules.king_of_tokyo.model.dice import TOKYO
from tests.toy.counting import GAME
from vision import Die, Reading

READ = Reading((Die(5, (10, 10, 40, 40), 1.0),), (), (640, 480))
BEFORE = 6
"""The version of the tables in which nothing had an owner."""


@pytest.fixture
def tables(library: Library) -> tuple[str, str]:
    """The ids of two tables."""
    return tuple(library.new(GAME.key, (name, "Bea")).match.id for name in ("Ana", "Zoe"))  # type: ignore[return-value]


def own(access: Access) -> OwnCards:
    return OwnCards(access, "darkmoor", TEMPLATES, DARKMOOR.catalogues)


def put_right(access: Access, seen: int, crop: bytes = b"") -> None:
    corrections.learn(access, None, READ, [Correction(seen, 6, False, crop)])


# --- who may what ------------------------------------------------------------------------------------------------


FORBIDDEN: dict[str, Callable[[Access], object]] = {
    "switch": lambda access: corrections.keep(access, False),
    "erase": corrections.erase,
    "teach": lambda access: custom_sets.show(TOKYO, 1, np.zeros((96, 96, 3), np.uint8), access),
    "drop a picture": lambda access: custom_sets.drop(1, access),
    "forget dice": lambda access: custom_sets.forget(TOKYO, access),
    "let stand": lambda access: let_stand(TOKYO, 1, 2, access),
    "forget a card": lambda access: own(access).forget("minions", "Imp"),
    "write a file": lambda access: own(access).written(),
    "take in a file": lambda access: own(access).bring(b'[["darkmoor", "minions", "Imp", {"peril": 2}]]'),
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_what_belongs_to_the_house_is_changed_by_the_host_alone(
    storage: Storage, tables: tuple[str, str], what: str
) -> None:
    """A guest is refused under X-01, and nothing changes; the host may do each of them."""
    before = list(storage._db.iterdump())
    with pytest.raises(Refused, match="X-01"):
        FORBIDDEN[what](Access(storage, False, tables[0]))
    assert list(storage._db.iterdump()) == before
    FORBIDDEN[what](Access(storage, True, tables[0]))


def test_a_guest_has_rights_at_a_table_only(storage: Storage) -> None:
    """Without a table there is nothing that it may read: rows of older files, which have none, stay the host's."""
    with pytest.raises(ValueError, match="one table"):
        Access(storage, False)


def test_a_guest_sees_the_corrections_of_its_own_table(storage: Storage, tables: tuple[str, str]) -> None:
    """Figures, crops and counts; the host those of all tables, those of older files among them."""
    mine, other = tables
    put_right(Access(storage, False, mine), 1, b"mine")
    put_right(Access(storage, True, other), 2, b"other")
    put_right(Access(storage, True), 3, b"old")
    guest, host = Access(storage, False, mine), Access(storage, True, mine)
    assert [one.crop for one in corrections.kept(guest)] == [b"mine"]
    assert [one.crop for one in corrections.kept(host)] == [b"old", b"other", b"mine"]
    assert corrections.scores(guest) == (Score("", 1, 1, 1, 1, 0, 0),)
    assert corrections.scores(host) == (Score("", 3, 3, 3, 3, 0, 0),)
    assert corrections.tidied(guest, 0, 9e9) == Tidied(1, 0)
    assert corrections.tidied(host, 0, 9e9) == Tidied(2, 0)  # its own, and what is of no known table


def test_a_flood_of_one_table_does_not_push_out_what_others_put_right(
    storage: Storage, tables: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond the most that are kept, the oldest of the table that has most go."""
    monkeypatch.setattr(corrections, "MOST", 10)
    mine, other = tables
    for seen in range(4):
        put_right(Access(storage, True, other), seen)
    for seen in range(30):
        put_right(Access(storage, False, mine), seen)
    every = [one.seen for one in corrections.kept(Access(storage, True))]
    assert every == [29, 28, 27, 26, 25, 24, 3, 2, 1, 0]


# --- cards -------------------------------------------------------------------------------------------------------


def test_a_guests_card_is_known_at_its_table_alone(storage: Storage, tables: tuple[str, str]) -> None:
    """It counts more than the house's of that name there, is in no file, and goes with the table."""
    mine, other = tables
    guest, host = own(Access(storage, False, mine)), own(Access(storage, True, other))
    host.keep("minions", MinionCard("Imp", peril=2))
    guest.keep("minions", MinionCard("Imp", peril=7))
    guest.keep("minions", MinionCard("Ghoul", peril=4))
    assert {name: card.peril for name, card in guest.own("minions").items()} == {"Ghoul": 4, "Imp": 7}
    assert {name: card.peril for name, card in host.own("minions").items()} == {"Imp": 2}
    assert b"Ghoul" not in host.written()
    storage.delete(mine)
    assert storage.read("SELECT name FROM card") == [("Imp",)]


def test_what_the_host_says_at_a_table_counts_there_and_everywhere(storage: Storage, tables: tuple[str, str]) -> None:
    """Whatever a guest said of that card before."""
    mine, _ = tables
    guest, host = own(Access(storage, False, mine)), own(Access(storage, True, mine))
    guest.keep("minions", MinionCard("Imp", peril=7))
    host.keep("minions", MinionCard("Imp", peril=2))
    assert guest.own("minions")["Imp"].peril == 2
    guest.keep("minions", MinionCard("Imp", peril=7))
    host.forget("minions", "Imp")
    assert guest.own("minions") == {}


def test_a_guests_cards_are_bounded(storage: Storage, tables: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """In number, in the length of their names, and in what is said of each; a known one may still be changed."""
    guest = Access(storage, False, tables[0])
    monkeypatch.setattr("companion.access.permissions.MOST", 3)
    for data, name in (("x" * HEAVIEST, "a"), (1, "n" * (LONGEST + 1))):
        with pytest.raises(Refused, match="too long"):
            guest.remember("toy", "effects", name, data)
    for n in range(3):
        guest.remember("toy", "effects", str(n), n)
    with pytest.raises(Refused, match="as many cards as they may"):
        guest.remember("toy", "effects", "one more", 0)
    guest.remember("toy", "effects", "2", "again")
    assert guest.cards("toy", "effects")["2"] == "again"


def test_a_card_that_is_none_of_the_game_is_not_kept(storage: Storage) -> None:
    """As a forged form would fill it in."""
    own(Access(storage, True)).keep("minions", MinionCard("Imp", peril=10**9))
    assert storage.read("SELECT name FROM card") == []


def test_a_guests_chips_are_those_of_its_table(storage: Storage, tables: tuple[str, str]) -> None:
    """They begin as the host's, and change nobody else's."""
    mine, other = tables
    host = Access(storage, True, mine)
    host.fetched("chips", "toy", "steal")
    Access(storage, False, mine).fetched("chips", "toy", "counter|steal")
    found = [Access(storage, False, match).chips("chips", "toy") for match in (mine, other)]
    assert (*found, host.chips("chips", "toy")) == ("counter|steal", "steal", "steal")


# --- files of older versions -------------------------------------------------------------------------------------


MATCH = "0b5f3a52-6f0e-4a3c-9d0b-5d8f6f1c2a77"
OLD = (
    f"INSERT INTO match VALUES ('{MATCH}', 'counting', 1, '[\"Ana\", \"Bea\"]', '[]', 1.0, NULL)",
    "INSERT INTO setting VALUES ('language', 'en'), ('corrections', 'off')",
    "INSERT INTO card VALUES ('four_souls', 'effects', 'Bomb', '[1]')",
    "INSERT INTO own_die(kind, face, picture) VALUES ('tokyo', 3, x'ffd8')",
    "INSERT INTO seen VALUES ('', 5, 0, 40)",
    "INSERT INTO correction(at, kind, seen, is_, unsure, crop) VALUES (5.0, '', 5, 6, 0, x'ffd8ff')",
)


def older(folder: Path) -> Path:
    """A file from before anything had an owner, with a row in each table that has one now."""
    file = folder / "sobremesa.sqlite"
    with closing(sqlite3.connect(file)) as db, db:
        for statement in (*(line for step in STEPS[:BEFORE] for line in step), *OLD):
            db.execute(statement)
        db.execute(f"PRAGMA user_version={BEFORE}")
    return file


def holds_all(storage: Storage) -> None:
    """Everything that was in that file is the house's."""
    host = Access(storage, True, MATCH)
    assert storage.read("PRAGMA user_version") == [(SCHEMA,)]
    assert (storage.setting("language"), storage.setting("corrections")) == ("en", "off")
    assert storage.cards("four_souls", "effects") == {"Bomb": [1]}
    assert corrections.scores(host) == (Score("", 40, 40, 1, 1, 0, 0),)
    assert [(one.seen, one.is_, one.crop) for one in corrections.kept(host)] == [(5, 6, b"\xff\xd8\xff")]
    assert [one.jpeg for one in custom_sets.pictures(TOKYO, storage)[3]] == [b"\xff\xd8"]
    owned = ("setting", "card", "own_die", "seen", "correction")
    assert {storage.read(f"SELECT DISTINCT owner FROM {table}")[0] for table in owned} == {("house",)}
    assert corrections.kept(Access(storage, False, MATCH)) == ()
    assert corrections.scores(Access(storage, False, MATCH)) == ()


def test_a_file_without_owners_is_the_houses(tmp_path: Path) -> None:
    """Nothing of it is lost, and a guest is shown none of its corrections, for nobody knows of which table they are."""
    older(tmp_path)
    storage = Storage(tmp_path)
    holds_all(storage)
    storage.set("language", "es")
    assert storage.setting("language") == "es"
    storage.close()


def test_a_damaged_file_without_owners_is_rescued_with_all_that_is_whole(tmp_path: Path) -> None:
    """Its shorter rows fit into the tables of today."""
    file = older(tmp_path)
    with closing(sqlite3.connect(file)) as db:
        page = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'snapshot'").fetchone()[0]
        size = db.execute("PRAGMA page_size").fetchone()[0]
    data = bytearray(file.read_bytes())
    data[(page - 1) * size : page * size] = b"\xff" * size
    file.write_bytes(data)
    storage = rescued(tmp_path)
    holds_all(storage)
    storage.close()
