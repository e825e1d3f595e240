"""The tray answers a table that waits for a roll, and does nothing else."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, repeat

import pytest

import vision
from bench.footage import Tray as Footage
from bench.footage import handed
from companion.base.actors import CAMERA_ACTOR
from companion.dice.roll import CONFIRM_TEXT, roll_from_reading, roll_reading
from companion.storage.matches import DiskError
from companion.tray.camera import ENDED_TEXT, HostCamera
from companion.tray.tray import MAX_REST_BEFORE_PROMPT, Tray, awaited_roll_of
from rules.engine import Dice, Rolled, Text
from tests.support.video_files import until, video
from tests.toy.counting import GAME, Cheered, Stayed
from vision.reading import Die, Reading
from vision.stream.settle import SettleState

RED = Footage()
"""Its dice show 6, 6 and 5."""
OFF = (("cheers", "off"),)


@pytest.fixture
def table(library):
    """An open table whose rolls follow each other without other questions."""
    return seated(library)


@pytest.fixture
def tray(library, table):
    """A tray that has seen the empty tray."""
    tray = Tray(library.storage, library.matches.open_tables, library.hands_free.goes_on)
    watch(tray, RED.still(0.6))
    return tray


def seated(library, rulings=OFF):
    table = library.matches.create(GAME.key, ("Ana", "Bea"), rulings)
    table.subscribe(lambda: None)
    return table


def watch(tray, *streams):
    for frame in RED.seen(chain(*streams)):
        tray.process_frame(frame, 1 / RED.rate)


def rolls(table):
    """The rolls in effect, as (actor, faces)."""
    return [(line.entry.actor, line.entry.event.faces) for line in table.log() if isinstance(line.entry.event, Rolled)]


def test_a_throw_is_the_answer_untouched(tray, table):
    """A die that comes to rest is the roll; the log names the camera and has its picture."""
    watch(tray, RED.throw((0,)), RED.still(0.6, (0,)))
    assert rolls(table) == [(CAMERA_ACTOR, (6,))]
    assert table.state.totals == (6, 0)
    [seq] = table.pictured_entries()
    assert table.log()[seq - 1].entry.actor == CAMERA_ACTOR
    assert vision.read(vision.decode(table.picture(seq))).values == (6,)
    assert (tray.sighting.doubt, tray.sighting.match_id, tray.sighting.seq) == (
        None,
        table.match.id,
        table.table_state.seq,
    )


def test_the_next_question_waits_for_a_throw_of_its_own(tray, table):
    """The die of the last roll and a resting hand answer nothing; the next die does."""
    watch(tray, RED.throw((0,)), RED.still(1, (0,)), RED.hand(1, (0,), pause=0.6), RED.still(3, (0,)))
    assert rolls(table) == [(CAMERA_ACTOR, (6,))]
    watch(tray, RED.throw((2,), (0,)), RED.still(0.6, (0, 2)))
    assert rolls(table) == [(CAMERA_ACTOR, (6,)), (CAMERA_ACTOR, (5,))]


def test_what_it_read_is_undone_by_one_tap_and_not_read_again(tray, table):
    """One tap undoes a roll; the same die is not read again, another one is."""
    watch(tray, RED.throw((0,)), RED.still(0.6, (0,)))
    table.undo()
    watch(tray, RED.still(1, (0,)), RED.hand(0.8, (0,)), RED.still(1, (0,)))
    assert table.state.totals == (0, 0)
    watch(tray, RED.throw((2,)), RED.still(0.6, (2,)))
    assert table.state.totals == (5, 0)


def test_dice_that_lie_there_at_the_start_are_nobodys_throw(library, table):
    """Dice that lie there when the camera starts do not answer the waiting prompt."""
    tray = Tray(library.storage, library.matches.open_tables, library.hands_free.goes_on)
    watch(tray, RED.still(1.5, (0,)), RED.hand(0.8, (0,)), RED.still(1, (0,)))
    assert rolls(table) == []


def test_a_wrong_count_asks_and_the_picture_is_there(tray, table):
    """A wrong count is no answer; after a moment it is asked about once, with its reason."""
    told = []
    tray.subscribe(lambda: told.append(tray.sighting))
    watch(tray, RED.throw((0, 2)), RED.still(0.8, (0, 2)))
    assert told == []
    watch(tray, RED.still(1.5, (0, 2)))
    assert rolls(table) == []
    assert len(told) == 1
    assert told[0].reading.values == (5, 6)
    assert told[0].doubt.plural.startswith("I see {n} dice: tap the one that counts")


def test_who_types_what_was_asked_has_answered_it(tray, table):
    """A typed answer also settles the dice in doubt, which the next prompt does not read.

    Even if that prompt comes at once.
    """
    watch(tray, RED.throw((0, 2)), RED.still(2, (0, 2)))
    table.answer(table.prompt_id, Rolled((5,)))
    watch(tray, RED.still(3, (0, 2)), RED.hand(0.8, (0, 2)), RED.still(1, (0, 2)))
    assert rolls(table) == [("host", (5,))]
    assert tray.sighting is None


def test_who_types_before_the_dice_rest_has_answered_too(tray, table):
    """A die that a hand hid while its roll was typed is not the next roll."""
    covered = handed(RED.lying((0,)), 0.41)
    watch(tray, RED.throw((0,)), repeat(covered, 4))
    table.answer(table.prompt_id, Rolled((6,)))
    watch(tray, repeat(covered, 4), RED.hand(0.8, (0,)), RED.still(3, (0,)))
    assert rolls(table) == [("host", (6,))]


def test_a_throw_a_moment_too_early_counts_and_an_old_one_does_not(library):
    """Dice at rest just before the prompt are its roll; dice at rest for longer are not."""
    for rest, faces in ((0.6, [(CAMERA_ACTOR, (6,))]), (MAX_REST_BEFORE_PROMPT + 0.5, [])):
        table = seated(library, ())
        tray = Tray(library.storage, library.matches.open_tables, library.hands_free.goes_on)
        watch(tray, RED.still(0.6), RED.throw((0,)), RED.still(rest, (0,)))
        table.answer(table.prompt_id, Stayed())
        watch(tray, RED.still(0.6, (0,)))
        assert rolls(table) == faces
        library.matches.delete(table.match.id)


def test_a_video_file_is_a_camera(library, table, tmp_path):
    """A video file serves as a camera at its own frame rate, and its end is reported."""
    stream = chain(RED.still(1), RED.throw((2,)), RED.still(2, (2,)))
    path = video(tmp_path / "throw.avi", list(RED.seen(stream)))
    tray = Tray(library.storage, library.matches.open_tables, library.hands_free.goes_on)
    tray.start(HostCamera(str(path), tray.set_problem))
    until(lambda: tray.problem == ENDED_TEXT)
    until(lambda: rolls(table))
    tray.stop()
    assert rolls(table) == [(CAMERA_ACTOR, (5,))]


def test_no_question_no_reading(library):
    """While no table waits for a roll, no dice are read."""
    table = seated(library, ())
    throws = chain(RED.throw((0,)), RED.still(1, (0,)), RED.throw((2,), (0,)), RED.still(1, (0, 2)))
    watch(Tray(library.storage, library.matches.open_tables, library.hands_free.goes_on), RED.still(0.6), throws)
    assert table.log() == ()
    table.answer(table.prompt_id, Cheered("go"))


def test_a_table_nobody_has_open_gets_nothing(library):
    """A match that is not open on any device gets no roll."""
    table = library.matches.create(GAME.key, ("Ana", "Bea"), OFF)
    watch(
        Tray(library.storage, library.matches.open_tables, library.hands_free.goes_on),
        RED.still(0.6),
        RED.throw((0,)),
        RED.still(1, (0,)),
    )
    assert rolls(table) == []


def test_of_two_tables_the_chosen_one_gets_it(library, table, tray):
    """Of two waiting tables the chosen one gets the roll, by default the one last played.

    A table that has switched the camera off gets none.
    """
    other = seated(library)
    other.adjust("total.1", 1)
    assert tray.awaited_roll().table is other
    tray.enable_for(table.match.id, enabled=True)
    assert tray.awaited_roll().table is table
    tray.enable_for(table.match.id, enabled=False)
    assert tray.awaited_roll().table is other
    tray.enable_for(other.match.id, enabled=False)
    assert tray.awaited_roll() is None
    watch(tray, RED.throw((0,)), RED.still(1, (0,)))
    assert (rolls(table), rolls(other)) == ([], [])


def test_a_disk_that_refuses_is_said_and_nothing_is_lost(tray, table, monkeypatch):
    """A roll that cannot be saved is shown with the disk's error, and the prompt stays."""
    full = DiskError(Text("The disk is full: make room."))

    def refuse(*args, **more):
        raise full

    monkeypatch.setattr(table, "answer", refuse)
    watch(tray, RED.throw((0,)), RED.still(0.6, (0,)))
    assert tray.sighting.doubt == full.reason
    assert tray.sighting.reading.values == (6,)
    assert rolls(table) == []


def test_dice_that_may_be_thrown_again_are_only_shown(tray, table, monkeypatch):
    """Dice that may be rolled again are shown and asked about, never taken by themselves."""
    asked = awaited_roll_of(table)
    again = replace(asked, dice=replace(asked.dice, may_reroll=True))
    monkeypatch.setattr(tray, "awaited_roll", lambda: again)
    watch(tray, RED.throw((0,)), RED.still(0.6, (0,)))
    assert (rolls(table), tray.sighting.doubt, tray.sighting.reading.values) == ([], CONFIRM_TEXT, (6,))
    watch(tray, RED.throw((2,)), RED.still(0.6, (2,)))
    assert tray.sighting.reading.values == (5,)


def test_an_odd_frame_is_not_the_end(tray, table):
    """A frame of an impossible shape is refused, and the tray goes on with the next one."""
    watch(tray, RED.throw((0,)))
    tray.process_frame(RED.lying((0,))[:3, :3], 0.04)
    watch(tray, RED.still(0.8, (0,)))
    assert rolls(table) == [(CAMERA_ACTOR, (6,))]


@pytest.mark.parametrize(
    ("every", "new", "count", "faces"),
    [
        ((6, 5), (6, 5), 2, (6, 5)),
        ((6, 5), (5,), 1, (5,)),
        ((6, 5), (5,), 2, (6, 5)),
        ((6, 5, 2), (5, 2), 2, (5, 2)),
        ((6, 5, 2), (5, 2), 1, None),
        ((6,), (6,), 2, None),
    ],
)
def test_which_dice_are_the_throw(every, new, count, faces):
    """The roll is all dice if their number fits, else the new ones, else it is in doubt.

    In doubt all dice are shown.
    """

    def lying(values):
        return Reading(tuple(Die(v, (50 * v, 10, 40, 40), 0.99) for v in sorted(values)), (), (640, 480))

    found = roll_reading(SettleState("thrown", reading=lying(every), new_dice=lying(new)), Dice("faces", count))
    answer = roll_from_reading(found, Dice("faces", count))
    assert (answer.faces if isinstance(answer, Rolled) else None) == (faces and tuple(sorted(faces)))
    assert faces is not None or found.values == tuple(sorted(every))
