"""Corrections of the dice reader: stored, counted, switched off and deleted on request."""

from pathlib import Path

import pytest

from companion.access.permissions import Access
from companion.dice.corrections import (
    MAX_CORRECTIONS,
    Correction,
    CorrectionCount,
    ReaderAccuracy,
    accuracy_by_kind,
    count_corrections,
    erase_all,
    find_corrections,
    is_enabled,
    latest_corrections,
    record_roll,
    set_enabled,
)
from companion.dice.provenance import RollSource
from companion.library.library import Library
from companion.storage.matches import Storage
from rules.engine import DieFace, DieKind, Rolled, Text
from tests.toy.counting import GAME
from vision import Die, Reading

HEARTS = DieKind("hearts", Text("dice of hearts"), tuple(DieFace(Text("heart"), "heart") for _ in range(6)))
FIVE, DOUBTFUL = Die(5, (10, 10, 40, 40), 1.0), Die(2, (90, 10, 40, 40), 0.4, "blurred")
CROP = b"\xff\xd8 a corner of the die"
READ = Reading((FIVE, DOUBTFUL), (), (640, 480))
SIX = Die(6, FIVE.box, 1.0)


def said(*dice: Die) -> Reading:
    return Reading(dice, (), (640, 480))


def test_what_was_put_right_is_what_differs() -> None:
    """Corrections are the dice that were changed, removed or added, with crops where they exist."""
    assert find_corrections(READ, READ, {}) == ()
    changed = find_corrections(READ, said(SIX, DOUBTFUL), {FIVE.box: CROP})
    assert changed == (Correction(5, 6, False, CROP),)
    assert find_corrections(READ, said(FIVE), {}) == (Correction(2, None, True),)
    assert find_corrections(READ, said(FIVE, DOUBTFUL, Die(3, (0, 900, 1, 1), 1.0)), {}) == (
        Correction(None, 3, False),
    )


def test_a_correction_is_kept_with_its_crop(storage: Storage, tmp_path: Path) -> None:
    """A correction is stored with its crop, survives a restart, and is listed newest first."""
    record_roll(Access(storage, True), None, READ, [Correction(5, 6, False, CROP)])
    record_roll(Access(storage, True), HEARTS, READ, [Correction(2, 4, True, b"heart")])
    storage.close()
    again = Storage(tmp_path)
    assert [
        (one.read_face, one.true_face, one.was_unsure, one.crop, one.kind)
        for one in latest_corrections(Access(again, True))
    ] == [
        (2, 4, True, b"heart", "hearts"),
        (5, 6, False, CROP, ""),
    ]
    again.close()


def test_the_statistics_are_the_reader_s_errors(storage: Storage) -> None:
    """The error statistics count sure, wrong, wrong though sure, missed and false dice."""
    record_roll(Access(storage, True), None, READ, [])
    record_roll(Access(storage, True), None, READ, [Correction(5, 6, False)])
    record_roll(Access(storage, True), None, READ, [Correction(2, None, True), Correction(None, 3, False)])
    assert accuracy_by_kind(Access(storage, True)) == (
        ReaderAccuracy("", dice_read=6, sure_dice=3, wrong_dice=1, wrong_sure_dice=1, missed_dice=1, false_dice=1),
    )


def test_a_sure_throw_that_is_taken_back_and_entered_otherwise_was_read_wrong(storage: Storage) -> None:
    """A sure roll that is undone counts as a reader error where a person then says other faces.

    One that is virtual, entered alike, read again without a person, or was checked or typed by one does not.
    """
    library = Library(storage, {GAME.key: GAME})
    table = library.matches.create(GAME.key, ("Ana", "Bea"), (("cheers", "off"),))

    def told(faces: tuple[int, ...], how: RollSource) -> None:
        table.answer(table.prompt_id, Rolled(faces), source=how)

    def again(first: RollSource, then: tuple[int, RollSource]) -> list[tuple[int | None, int | None]]:
        told((1,), first)
        erase_all(Access(storage, True))
        table.undo()
        told((then[0],), then[1])
        found = latest_corrections(Access(storage, True))
        assert not any(one.was_unsure for one in found)
        table.undo()
        return [(one.read_face, one.true_face) for one in found]

    assert again("camera", (2, "virtual")) == again("camera", (1, "typed")) == again("camera", (2, "camera")) == []
    assert again("looked", (2, "typed")) == again("typed", (2, "typed")) == again("virtual", (2, "looked")) == []
    assert again("camera", (2, "typed")) == again("camera", (2, "looked")) == [(1, 2)]


@pytest.mark.embedded
def test_nothing_is_kept_where_that_is_switched_off(storage: Storage) -> None:
    """While storing is off, no crops and no counts are added; older ones stay until deleted."""
    assert is_enabled(storage)
    record_roll(Access(storage, True), None, READ, [Correction(5, 6, False, CROP)])
    set_enabled(Access(storage, True), False)
    record_roll(Access(storage, True), None, READ, [Correction(5, 6, False, CROP)])
    assert not is_enabled(storage)
    assert (len(latest_corrections(Access(storage, True))), accuracy_by_kind(Access(storage, True))[0].dice_read) == (
        1,
        2,
    )
    erase_all(Access(storage, True))
    assert (latest_corrections(Access(storage, True)), accuracy_by_kind(Access(storage, True))) == ((), ())
    assert CROP not in storage.database.path.read_bytes()


def test_the_newest_are_kept(storage: Storage) -> None:
    """Beyond the limit the oldest corrections are deleted."""
    record_roll(Access(storage, True), None, READ, [Correction(n, 1, False) for n in range(MAX_CORRECTIONS + 5)])
    newest = latest_corrections(Access(storage, True), MAX_CORRECTIONS + 9)
    assert (len(newest), newest[0].read_face, newest[-1].read_face) == (MAX_CORRECTIONS, MAX_CORRECTIONS + 4, 5)


def test_what_was_put_right_while_a_game_was_played(storage: Storage) -> None:
    """The corrections of a match are those made at its table."""
    here, elsewhere = Access(storage, True, "here"), Access(storage, True, "elsewhere")
    record_roll(here, None, READ, [Correction(5, 6, False), Correction(2, None, True), Correction(None, 3, False)])
    assert count_corrections(here) == CorrectionCount(wrong=2, missed=1)
    assert count_corrections(here).total == 3
    assert count_corrections(elsewhere) == CorrectionCount(0, 0)
