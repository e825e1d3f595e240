"""Ownership of stored data: a guest reads and writes only what its own table added."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from companion.access.permissions import MAX_CARD_LENGTH, MAX_NAME_LENGTH, Access
from companion.dice import corrections, custom_sets
from companion.dice.corrections import Correction, CorrectionCount, ReaderAccuracy
from companion.dice.kinds import map_pips_to_face
from companion.exchange.custom_cards import CustomCards
from companion.library.library import Library
from companion.storage.matches import Storage
from companion.storage.row_recovery import schema_tables
from rules.darkmoor.game import GAME as DARKMOOR
from rules.darkmoor.model.cards import CARD_TEMPLATES, MinionCard
from rules.engine import Refused
from rules.king_of_tokyo.model.dice import TOKYO_DIE
from tests.support.card_files import card_file
from tests.support.picture_files import encoded
from tests.toy.counting import GAME
from vision import Die, Reading

READ = Reading((Die(5, (10, 10, 40, 40), 1.0),), (), (640, 480))


@pytest.fixture
def tables(library: Library) -> tuple[str, str]:
    """The ids of two tables."""
    return tuple(library.matches.create(GAME.key, (name, "Bea")).match.id for name in ("Ana", "Zoe"))  # type: ignore[return-value]


def own(access: Access) -> CustomCards:
    return CustomCards(access, "darkmoor", CARD_TEMPLATES, DARKMOOR.catalogues)


def put_right(access: Access, seen: int, crop: bytes = b"") -> None:
    corrections.record_roll(access, None, READ, [Correction(seen, 6, False, crop)])


# --- permissions -------------------------------------------------------------------------------------------------


IMP = ["darkmoor", "minions", "Imp", {"peril": 2}]
FORBIDDEN: dict[str, Callable[[Access], object]] = {
    "switch": lambda access: corrections.set_enabled(access, False),
    "erase": corrections.erase_all,
    "teach": lambda access: custom_sets.add_sample(TOKYO_DIE, 1, encoded(np.zeros((96, 96, 3), np.uint8)), access),
    "drop a picture": lambda access: custom_sets.delete_sample(1, access),
    "forget dice": lambda access: custom_sets.delete_samples(TOKYO_DIE, access),
    "let stand": lambda access: map_pips_to_face(TOKYO_DIE, 1, 2, access),
    "forget a card": lambda access: own(access).delete_card("minions", "Imp"),
    "write a file": lambda access: own(access).export_cards(),
    "take in a file": lambda access: own(access).import_cards(card_file(IMP)),
}


def whole(storage: Storage) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables."""
    return {table: storage.database.read(f"SELECT * FROM {table}") for table in schema_tables()}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_what_belongs_to_the_house_is_changed_by_the_host_alone(
    storage: Storage, tables: tuple[str, str], what: str
) -> None:
    """A guest who changes the house's data is refused under X-01; the host may do it."""
    before = whole(storage)
    with pytest.raises(Refused, match="X-01"):
        FORBIDDEN[what](Access(storage, False, tables[0]))
    assert whole(storage) == before
    FORBIDDEN[what](Access(storage, True, tables[0]))


def test_a_guest_has_rights_at_a_table_only(storage: Storage) -> None:
    """A guest's access needs a table."""
    with pytest.raises(ValueError, match="one table"):
        Access(storage, False)


def test_a_guest_sees_the_corrections_of_its_own_table(storage: Storage, tables: tuple[str, str]) -> None:
    """A guest sees its own table's corrections and counts; the host those of all tables."""
    mine, other = tables
    put_right(Access(storage, False, mine), 1, b"mine")
    put_right(Access(storage, True, other), 2, b"other")
    put_right(Access(storage, True), 3, b"old")
    guest, host = Access(storage, False, mine), Access(storage, True, mine)
    assert [one.crop for one in corrections.latest_corrections(guest)] == [b"mine"]
    assert [one.crop for one in corrections.latest_corrections(host)] == [b"old", b"other", b"mine"]
    assert corrections.accuracy_by_kind(guest) == (ReaderAccuracy("", 1, 1, 1, 1, 0, 0),)
    assert corrections.accuracy_by_kind(host) == (ReaderAccuracy("", 3, 3, 3, 3, 0, 0),)
    assert corrections.count_corrections(guest) == CorrectionCount(1, 0)
    assert corrections.count_corrections(host) == CorrectionCount(1, 0)


def test_a_flood_of_one_table_does_not_push_out_what_others_put_right(
    storage: Storage, tables: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond the limit, the oldest corrections of the table that has most are deleted."""
    monkeypatch.setattr(corrections, "MAX_CORRECTIONS", 10)
    mine, other = tables
    for seen in range(4):
        put_right(Access(storage, True, other), seen)
    for seen in range(30):
        put_right(Access(storage, False, mine), seen)
    every = [one.read_face for one in corrections.latest_corrections(Access(storage, True))]
    assert every == [29, 28, 27, 26, 25, 24, 3, 2, 1, 0]


# --- cards -------------------------------------------------------------------------------------------------------


def test_a_guests_card_is_known_at_its_table_alone(storage: Storage, tables: tuple[str, str]) -> None:
    """A guest's card is known at its table only and precedes the house's of that name.

    It is not exported, and deleted with the match.
    """
    mine, other = tables
    guest, host = own(Access(storage, False, mine)), own(Access(storage, True, other))
    host.save_card("minions", MinionCard("Imp", peril=2))
    guest.save_card("minions", MinionCard("Imp", peril=7))
    guest.save_card("minions", MinionCard("Ghoul", peril=4))
    assert {name: card.peril for name, card in guest.custom_cards("minions").items()} == {"Ghoul": 4, "Imp": 7}
    assert {name: card.peril for name, card in host.custom_cards("minions").items()} == {"Imp": 2}
    assert b"Ghoul" not in host.export_cards()
    storage.delete_match(mine)
    assert storage.database.read("SELECT name FROM card") == [("Imp",)]


def test_what_the_host_says_at_a_table_counts_there_and_everywhere(storage: Storage, tables: tuple[str, str]) -> None:
    """A card that the host saves or deletes replaces what a guest saved under that name."""
    mine, _ = tables
    guest, host = own(Access(storage, False, mine)), own(Access(storage, True, mine))
    guest.save_card("minions", MinionCard("Imp", peril=7))
    host.save_card("minions", MinionCard("Imp", peril=2))
    assert guest.custom_cards("minions")["Imp"].peril == 2
    guest.save_card("minions", MinionCard("Imp", peril=7))
    host.delete_card("minions", "Imp")
    assert guest.custom_cards("minions") == {}


def test_a_guests_cards_are_bounded(storage: Storage, tables: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A guest's cards are limited in number, name length and size; a known one can be changed."""
    guest = Access(storage, False, tables[0])
    monkeypatch.setattr("companion.access.permissions.MAX_CARDS_PER_TABLE", 3)
    for data, name in (("x" * MAX_CARD_LENGTH, "a"), (1, "n" * (MAX_NAME_LENGTH + 1))):
        with pytest.raises(Refused, match="too long"):
            guest.save_card("toy", "effects", name, data)
    for n in range(3):
        guest.save_card("toy", "effects", str(n), n)
    with pytest.raises(Refused, match="as many cards as they may"):
        guest.save_card("toy", "effects", "one more", 0)
    guest.save_card("toy", "effects", "2", "again")
    assert guest.cards("toy", "effects")["2"] == "again"


def test_a_card_that_is_none_of_the_game_is_not_kept(storage: Storage) -> None:
    """A card with values that the game does not allow is not stored."""
    own(Access(storage, True)).save_card("minions", MinionCard("Imp", peril=10**9))
    assert storage.database.read("SELECT name FROM card") == []


def test_a_guests_chips_are_those_of_its_table(storage: Storage, tables: tuple[str, str]) -> None:
    """A guest's last effects begin as the host's, and are then its own table's."""
    mine, other = tables
    host = Access(storage, True, mine)
    host.save_last_effects("chips", "toy", "steal")
    Access(storage, False, mine).save_last_effects("chips", "toy", "counter|steal")
    found = [Access(storage, False, match).last_effects("chips", "toy") for match in (mine, other)]
    assert (*found, host.last_effects("chips", "toy")) == ("counter|steal", "steal", "steal")
