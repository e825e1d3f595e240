"""What people put right after the reader is kept here, counted honestly, switched off and erased at a word."""

import time
from pathlib import Path

from companion.access.permissions import Access
from companion.dice.corrections import (
    MOST,
    Correction,
    Score,
    Tidied,
    erase,
    keep,
    keeping,
    kept,
    learn,
    put_right,
    scores,
    tidied,
)
from companion.dice.provenance import How
from companion.library.library import Library
from companion.storage.matches import Storage
from rules.engine import DieKind, Rolled, Side, Text
from tests.toy.counting import GAME
from vision import Die, Reading

HEARTS = DieKind("hearts", Text("dice of hearts"), tuple(Side(Text("heart"), "heart") for _ in range(6)))
FIVE, DOUBTFUL = Die(5, (10, 10, 40, 40), 1.0), Die(2, (90, 10, 40, 40), 0.4, "blurred")
CROP = b"\xff\xd8 a corner of the die"
READ = Reading((FIVE, DOUBTFUL), (), (640, 480))
SIX = Die(6, FIVE.box, 1.0)


def said(*dice: Die) -> Reading:
    return Reading(dice, (), (640, 480))


def test_what_was_put_right_is_what_differs() -> None:
    """A die that stays is no correction; changed, struck and missed ones are, each with its crop if it has one."""
    assert put_right(READ, READ, {}) == ()
    changed = put_right(READ, said(SIX, DOUBTFUL), {FIVE.box: CROP})
    assert changed == (Correction(5, 6, False, CROP),)
    assert put_right(READ, said(FIVE), {}) == (Correction(2, None, True),)
    assert put_right(READ, said(FIVE, DOUBTFUL, Die(3, (0, 900, 1, 1), 1.0)), {}) == (Correction(None, 3, False),)


def test_a_correction_is_kept_with_its_crop(storage: Storage, tmp_path: Path) -> None:
    """It is there after a restart, the newest first."""
    learn(Access(storage, True), None, READ, [Correction(5, 6, False, CROP)])
    learn(Access(storage, True), HEARTS, READ, [Correction(2, 4, True, b"heart")])
    storage.close()
    again = Storage(tmp_path)
    assert [(one.seen, one.is_, one.unsure, one.crop, one.kind) for one in kept(Access(again, True))] == [
        (2, 4, True, b"heart", "hearts"),
        (5, 6, False, CROP, ""),
    ]
    again.close()


def test_the_statistics_are_the_reader_s_errors(storage: Storage) -> None:
    """Of all dice read: the sure, the wrong, the wrong though sure, the missed, and what was no die."""
    learn(Access(storage, True), None, READ, [])
    learn(Access(storage, True), None, READ, [Correction(5, 6, False)])
    learn(Access(storage, True), None, READ, [Correction(2, None, True), Correction(None, 3, False)])
    assert scores(Access(storage, True)) == (Score("", dice=6, sure=3, wrong=1, wrong_sure=1, missed=1, none=1),)


def test_a_sure_throw_that_is_taken_back_and_typed_otherwise_was_read_wrong(storage: Storage) -> None:
    """Undone and typed it is an error; read again, thrown by the machine, typed alike, or looked at it is none."""
    library = Library(storage, {GAME.key: GAME})
    table = library.new(GAME.key, ("Ana", "Bea"), (("cheers", "off"),))

    def told(faces: tuple[int, ...], how: How) -> None:
        table.answer(table.prompt_id, Rolled(faces), how=how)

    def again(first: How, then: tuple[int, How]) -> list[tuple[int | None, int | None]]:
        told((1,), first)
        table.undo()
        told((then[0],), then[1])
        return [(one.seen, one.is_) for one in kept(Access(storage, True))]

    assert again("camera", (2, "camera")) == again("camera", (2, "virtual")) == again("camera", (1, "typed")) == []
    assert again("looked", (2, "typed")) == again("typed", (2, "typed")) == []
    assert again("camera", (2, "typed")) == [(1, 2)]
    assert [one.unsure for one in kept(Access(storage, True))] == [False]


def test_nothing_is_kept_where_that_is_switched_off(storage: Storage) -> None:
    """Off, neither crops nor counts come in; what was there stays until it is erased."""
    assert keeping(storage)
    learn(Access(storage, True), None, READ, [Correction(5, 6, False, CROP)])
    keep(Access(storage, True), False)
    learn(Access(storage, True), None, READ, [Correction(5, 6, False, CROP)])
    assert not keeping(storage)
    assert (len(kept(Access(storage, True))), scores(Access(storage, True))[0].dice) == (1, 2)
    erase(Access(storage, True))
    assert (kept(Access(storage, True)), scores(Access(storage, True))) == ((), ())
    assert CROP not in storage.path.read_bytes()


def test_the_newest_are_kept(storage: Storage) -> None:
    """Crops of evenings do not fill the disk: beyond the most that are kept the oldest go."""
    learn(Access(storage, True), None, READ, [Correction(n, 1, False) for n in range(MOST + 5)])
    newest = kept(Access(storage, True), MOST + 9)
    assert (len(newest), newest[0].seen, newest[-1].seen) == (MOST, MOST + 4, 5)


def test_what_was_put_right_while_a_game_was_played(storage: Storage) -> None:
    """Dice read wrongly and dice missed, between two moments; what was put right at another time is not counted."""
    learn(
        Access(storage, True),
        None,
        READ,
        [Correction(5, 6, False), Correction(2, None, True), Correction(None, 3, False)],
    )
    now = time.time()
    assert tidied(Access(storage, True), now - 60, now + 1) == Tidied(wrong=2, missed=1)
    assert tidied(Access(storage, True), now - 60, now + 1).dice == 3
    assert tidied(Access(storage, True), now + 60, now + 120) == Tidied(0, 0)
