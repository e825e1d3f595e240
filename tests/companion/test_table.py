"""The table: answers, corrections, undo, and saving."""

import threading
from dataclasses import replace

import pytest

from companion.dice.provenance import sources
from companion.library.library import Library
from companion.match.roles import DeviceRole
from companion.match.table import ADJUSTMENT_SECONDS, SNAPSHOT_INTERVAL, StaleAnswerError, Table
from companion.storage.matches import Storage, StorageError
from rules.automatic import run_automatic_answers
from rules.engine import Adjusted, Redone, Refused, Rolled, Ruled, Undone, prompt, steps
from tests.support.device_seats import ANA, BEA
from tests.support.full_disk import full
from tests.toy.counting import GAME, Cheered, Gave, Stayed


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def library(storage: Storage, clock) -> Library:
    return Library(storage, {GAME.key: GAME}, clock)


@pytest.fixture
def table(library: Library) -> Table:
    return library.matches.create("counting", ("Ana", "Bea"))


def say(table: Table, event, chair: DeviceRole = ANA) -> None:
    table.answer(table.prompt_id, event, chair)


def fill(table: Table) -> None:
    table.match = replace(table.match, seats=("Ana" * 2000, "Bea"))
    for _ in range(100):
        table.adjust("total.0", 1, ANA)
        if table.unsaved_work:
            break
    table.match = replace(table.match, seats=("Ana", "Bea"))


def again(library: Library, table: Table) -> Table:
    """The same match as another process would load it from the disk."""
    return Table(table.game, library.storage.load_match(table.match.id), library.storage)


def test_an_answer_moves_the_table_and_tells_everybody(table: Table) -> None:
    """Listeners are told of each answer once, after it is visible, until they unsubscribe."""
    heard = []
    stop = table.subscribe(lambda: heard.append(table.table_state.seq))
    say(table, Stayed())
    say(table, Rolled((4,)))
    stop()
    say(table, Stayed())
    assert heard == [1, 2]
    assert table.state.totals == (4, 0)


def test_a_late_answer_changes_nothing(table: Table) -> None:
    """An answer to a prompt that was already answered is stale, in memory and on the disk."""
    old = table.prompt_id
    say(table, Stayed())
    with pytest.raises(StaleAnswerError) as late:
        table.answer(old, Stayed(), BEA)
    assert "moved on" in late.value.reason.key
    assert len(table.log()) == 1


def test_an_answer_from_before_an_undo_is_late(table: Table) -> None:
    """After an undo the same prompt has another id, so an earlier answer to it is stale."""
    say(table, Stayed())
    old = table.prompt_id
    table.undo(ANA)
    say(table, Stayed())
    assert table.prompt is not None
    with pytest.raises(StaleAnswerError):
        table.answer(old, Rolled((3,)), BEA)


def test_a_remark_does_not_answer_the_question(table: Table) -> None:
    """A remark leaves the prompt unchanged; anything else handed in as a remark is stale."""
    asked = table.prompt_id
    table.make_remark(Gave(1), BEA)
    assert table.prompt_id == asked
    assert table.state.totals == (0, 1)
    for event in (Stayed(), Gave(7)):
        with pytest.raises(StaleAnswerError):
            table.make_remark(event, BEA)
    say(table, Stayed())


def test_two_phones_that_undo_the_same_undo_it_once(table: Table) -> None:
    """An undo or redo that names what was seen is stale if more has happened since."""
    say(table, Stayed())
    say(table, Rolled((2,)))
    seen = table.table_state
    table.undo(ANA, seen.undo_group, seen.seq)
    with pytest.raises(StaleAnswerError):
        table.undo(BEA, seen.undo_group, seen.seq)
    with pytest.raises(Refused):
        table.undo(BEA, seen.undo_group)
    seen = table.table_state
    table.redo(ANA, seen.seq)
    with pytest.raises(StaleAnswerError):
        table.redo(BEA, seen.seq)
    assert table.state.totals == (2, 0)


def test_the_rules_may_refuse_and_nothing_happens(table: Table) -> None:
    """A refused answer changes neither log nor state, and calls no listener."""
    table.subscribe(lambda: pytest.fail("nothing changed"))
    with pytest.raises(Refused):
        say(table, Rolled((3,)))
    with pytest.raises(Refused):
        table.adjust("no such number", 1, ANA)
    with pytest.raises(Refused):
        table.jump_to("TOY-99", ANA)
    with pytest.raises(Refused):
        table.redo(ANA)
    with pytest.raises(Refused):
        table.undo(ANA)
    assert not table.log()


def test_only_one_of_two_phones_answers_a_question(table: Table) -> None:
    """Of many threads that answer one prompt, exactly one succeeds."""
    asked, taken, late = table.prompt_id, [], []

    def tap(name: str) -> None:
        try:
            table.answer(asked, Cheered(name))
            taken.append(name)
        except StaleAnswerError:
            late.append(name)

    threads = [threading.Thread(target=tap, args=(f"phone {n}",)) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == 1
    assert len(late) == 11
    assert [said.word for said in table.state.said] == [table.state.said[0].word]


def test_a_quick_series_is_one_correction(table: Table, clock: Clock) -> None:
    """Quick corrections of one number by one actor form one group; others do not."""
    for _ in range(3):
        table.adjust("total.0", 1, ANA)
        clock.time += ADJUSTMENT_SECONDS / 2
    table.adjust("total.0", 1, BEA)
    clock.time += ADJUSTMENT_SECONDS * 2
    table.adjust("total.0", 1, BEA)
    assert [line.entry.group for line in table.log()] == [1, 1, 1, 4, 5]
    table.undo(ANA)
    table.undo(ANA)
    assert table.state.totals[0] == 3
    table.undo(ANA)
    assert table.state.totals[0] == 0


def test_a_series_ends_when_anything_else_happens(table: Table) -> None:
    """An answer, another number or an undo between two corrections separates their groups."""
    table.adjust("total.0", 1, ANA)
    say(table, Stayed())
    table.adjust("total.0", 1, ANA)
    table.adjust("total.1", 1, ANA)
    table.adjust("total.0", 1, ANA)
    table.undo(ANA)
    table.adjust("total.0", 1, ANA)
    groups = [line.entry.group for line in table.log()]
    assert groups == [1, 2, 3, 4, 5, 6, 7]


def test_undo_and_redo_go_by_groups(table: Table) -> None:
    """Undo goes back through several groups at once, redo forward group by group."""
    states = [table.state]
    for event in (Stayed(), Rolled((2,)), Cheered("boo")):
        say(table, event)
        states.append(table.state)
    table.undo(BEA, group=table.log()[1].entry.group)
    assert table.state == states[1]
    assert [line.is_in_effect for line in table.log()] == [True, False, False, True]
    table.redo(BEA)
    assert table.state == states[2]
    table.redo(BEA)
    assert table.state == states[3]
    assert not table.table_state.can_redo
    assert [type(line.entry.event) for line in table.log()[3:]] == [Undone, Redone, Redone]


def test_undo_says_what_to_put_back(table: Table, clock: Clock) -> None:
    """The undo preview names each changed number once, from its last value to its first."""
    say(table, Stayed())
    table.adjust("total.1", 2, ANA)
    say(table, Rolled((5,)))
    clock.time += 60
    table.adjust("total.0", -1, ANA)
    table.adjust("total.1", -2, ANA)
    undoing = table.view().preview_undo(1)
    assert [text.key for text in undoing.entries] == [
        "Hush",
        "{key} by {n}",
        "{who} rolled {n}",
        "{key} by {n}",
        "{key} by {n}",
    ]
    (back,) = undoing.restorations
    assert dict(back.args) == {"who": "Ana", "what": table.log()[2].notes[0].change.label, "now": 4, "then": 0}
    assert table.view().preview_undo().restorations != ()
    assert len(table.view().preview_undo().entries) == 1


def test_the_stops_answer_in_the_group_of_what_led_there(table: Table) -> None:
    """Answers by the stops are in the group of the action before them, and undone with it."""
    table.set_ruling("cheers", "off", ANA)
    assert [(line.entry.actor, type(line.entry.event), line.entry.group) for line in table.log()] == [
        ("Ana", Ruled, 1),
        ("stops", Stayed, 1),
    ]
    say(table, Rolled((1,)))
    assert [line.entry.actor for line in table.log()] == ["Ana", "stops", "Ana", "stops"]
    table.undo(ANA)
    assert table.state.totals == (0, 0)
    assert table.prompt == prompt(table.state)


def test_the_stops_wait_after_an_undo_until_somebody_acts(table: Table, library: Library) -> None:
    """After an undo or redo the stops answer nothing until somebody acts, also on reopening."""
    table.set_ruling("cheers", "off", ANA)
    say(table, Rolled((1,)))
    table.undo(ANA)
    table.undo(ANA)
    table.redo(ANA)
    seq = table.table_state.seq
    assert again(library, table).table_state.seq == seq
    table.adjust("total.0", 1, ANA)
    assert table.log()[-1].entry.event == Adjusted("total.0", 1)


def test_the_stops_may_answer_the_first_question(library: Library) -> None:
    """A table whose stops answer the first prompt opens at the second."""
    table = library.matches.create("counting", ("Ana", "Bea"), (("cheers", "off"),))
    assert table.prompt is not None
    assert table.prompt.rule == "TOY-4"
    assert [line.entry.actor for line in again(library, table).log()] == ["stops"]


def test_stops_that_run_in_a_circle_end(table: Table, library: Library, monkeypatch) -> None:
    """Stops that always answer, or whose answer is refused, end; then people are asked."""
    object.__setattr__(GAME, "auto_answer", lambda s, phones: Adjusted("total.0", 0))
    monkeypatch.setattr(run_automatic_answers, "__defaults__", (20,))
    try:
        say(table, Stayed())
        assert len(table.log()) == 21
        object.__setattr__(GAME, "auto_answer", lambda s, phones: Adjusted("nonsense", 0))
        say(table, Rolled((1,)))
        assert len(table.log()) == 22
    finally:
        monkeypatch.undo()
        object.__setattr__(GAME, "auto_answer", __import__("tests.toy.counting", fromlist=["flow"]).flow)


def test_a_match_opens_where_it_was_left(table: Table, library: Library, clock: Clock) -> None:
    """State, log, prompt, undo and redo are the same in another process."""
    for n in range(SNAPSHOT_INTERVAL + 5):
        say(table, Stayed() if table.prompt and table.prompt.rule == "TOY-3" else Rolled((1,)))
        clock.time += 60
        if n % 5 == 4:
            table.undo(BEA)
        if n % 10 == 9:
            table.redo(BEA)
    table.undo(ANA)
    other = again(library, table)
    assert other.table_state == table.table_state
    assert other.log() == table.log()
    assert other.view().preview_undo() == table.view().preview_undo()
    assert other.warning is None
    assert library.storage.snapshots(table.match.id)
    other.redo(ANA)


def test_the_end_is_noted_and_can_be_undone(table: Table, library: Library) -> None:
    """A finished match is marked as such, until its last move is undone."""
    table.adjust("total.0", 9, ANA)
    say(table, Stayed())
    say(table, Rolled((1,)))
    assert table.prompt is None
    assert library.matches.all()[0].finished is not None
    table.undo(ANA)
    assert library.matches.all()[0].finished is None
    assert table.match.finished is None


@pytest.mark.embedded
def test_what_the_disk_does_not_take_waits_in_memory(table: Table, library: Library, clock: Clock) -> None:
    """On a full disk actions stay in memory; the table says why and since when.

    The first action that can be saved saves all.
    """
    say(table, Stayed())
    db, told = library.storage.database._db, list[int]()
    db.execute(f"PRAGMA max_page_count={db.execute('PRAGMA page_count').fetchone()[0]}")
    library.subscribe(lambda: told.append(len(library.matches.unsaved_tables())))
    fill(table)
    assert table.unsaved_work is not None
    assert "full" in table.unsaved_work.cause.key
    assert table.unsaved_work.since == clock.time
    assert again(library, table).table_state.seq == table.table_state.seq - table.unsaved_work.entry_count
    clock.time += 60
    say(table, Rolled((2,)))
    assert table.unsaved_work.since == clock.time - 60
    db.execute("PRAGMA max_page_count=1000000")
    table.undo(ANA)
    assert table.unsaved_work is None
    assert told == [1, 0], "the shelf is told of the beginning and the end"
    assert again(library, table).table_state == table.table_state


@pytest.mark.embedded
def test_a_picture_of_an_unsaved_throw_is_kept_with_it(table: Table, library: Library) -> None:
    """The picture and source of an unsaved roll are written with its entry."""
    say(table, Stayed())
    library.storage.database._db.execute("PRAGMA query_only=ON")
    table.answer(table.prompt_id, Rolled((2,)), ANA, picture=b"jpeg", source="camera")
    assert table.unsaved_work is not None
    assert str(library.storage.database.path) in dict(table.unsaved_work.cause.args).values()
    assert table.pictured_entries() == frozenset()
    library.storage.database._db.execute("PRAGMA query_only=OFF")
    table.retry_save()
    assert table.pictured_entries() == {2}
    assert sources(table.match.id, library.storage) == {2: "camera"}


@pytest.mark.embedded
def test_an_answer_is_one_transaction(table: Table, library: Library) -> None:
    """The entries of an answer, the picture of its roll and its source reach the disk with one commit."""
    say(table, Stayed())
    said: list[str] = []
    library.storage.database._db.set_trace_callback(said.append)
    table.answer(table.prompt_id, Rolled((2,)), ANA, picture=b"jpeg", source="camera")
    library.storage.database._db.set_trace_callback(None)
    assert [line for line in said if line.startswith(("BEGIN", "COMMIT"))] == ["BEGIN IMMEDIATE", "COMMIT"]
    assert [line for line in said if line.startswith("UPDATE")] == [
        line for line in said if line.startswith("UPDATE match") and "coalesce(finished" in line
    ], "the row of the match is written only when the match ends or goes on again"
    assert (table.pictured_entries(), sources(table.match.id, library.storage)) == ({2}, {2: "camera"})


@pytest.mark.embedded
def test_a_roll_is_kept_without_its_picture_where_there_is_no_room(table: Table, library: Library) -> None:
    """A picture that does not fit on the disk is left out, and the game goes on without a warning."""
    say(table, Stayed())
    with full(library.storage):
        table.answer(table.prompt_id, Rolled((2,)), ANA, picture=b"j" * 200_000, source="looked")
    assert table.unsaved_work is None
    assert again(library, table).log()[-1].entry.event == table.log()[-1].entry.event
    assert table.pictured_entries() == frozenset()
    assert library.storage.database.read("SELECT seq, how FROM throw") == [(2, "looked")]


def test_the_question_of_a_state_is_put_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The action that leads to a state and all devices that show it share one prompt."""
    put: list[int] = []
    step = steps[table.state.agenda[0].name]

    def counted(state, *args):
        put.append(state.totals[0])
        return step.prompt(state, *args)

    monkeypatch.setitem(steps, table.state.agenda[0].name, replace(step, prompt=counted))
    table.adjust("total.0", 1, ANA)
    for role in (ANA, BEA):
        assert table.table_state_for(role).prompt is not None
    assert put == [1]


def test_a_match_that_another_phone_deleted_says_so(table: Table, library: Library) -> None:
    """An action at a deleted match is refused with a message, and so is opening it."""
    library.matches.delete(table.match.id)
    with pytest.raises(StorageError, match="deleted"):
        say(table, Stayed())
    with pytest.raises(Refused, match="deleted"):
        library.matches.open(table.match.id)


def test_every_phone_gets_the_same_table(table: Table, library: Library) -> None:
    """A match is opened once for all phones; the library reports new and deleted matches."""
    told: list[int] = []
    library.subscribe(lambda: told.append(len(library.matches.all())))
    assert library.matches.open(table.match.id) is table
    library.matches.create("counting", ("a", "b"))
    library.settings.save("language", "es")
    library.matches.delete(table.match.id)
    assert told == [2, 2, 1]
    assert library.settings.get("language") == "es"


def test_a_match_that_cannot_begin_is_not_kept(library: Library) -> None:
    """A match that the rules refuse to start is not stored."""
    with pytest.raises(Refused):
        library.matches.create("counting", ("alone",))
    assert library.matches.all() == ()
