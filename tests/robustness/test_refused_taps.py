"""Taps that do not fit are refused with a sentence and change nothing in memory or on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

import flet as ft
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.base.display_names import MAX_NAME_LENGTH, clean_name
from companion.i18n import translator
from companion.library.library import Library
from companion.match.table import StaleAnswerError, Table
from companion.storage.matches import StorageError
from companion.ui import hooks
from companion.ui.app import build
from companion.ui.table import intents
from rules.engine import Adjusted, Event, Redone, Refused, Rolled, Ruled, Text, Undone, WentTo, prompt
from rules.four_souls.model.events import Played
from rules.registry import GAMES
from tests.support.device_seats import ANA, BEA
from tests.support.saved_games import same_as_disk
from tests.support.ui.app import App, played
from tests.support.ui.headless import Phone, action_phase, on_phone
from tests.toy.counting import Stayed

pytestmark = pytest.mark.landing

ES = translator("es")


@pytest.fixture
def table(library: Library) -> Table:
    return action_phase(library)


def asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on this phone gets no updates."""
    monkeypatch.setattr(hooks, "is_connected", lambda page: False)


# --- on a phone --------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("quick")
def test_what_is_forbidden_by_now_is_refused_with_its_rule_and_a_tap_on_it_is_late(table, library, monkeypatch) -> None:
    """A forbidden tap is refused with its rule id, a late one with "the table has moved on".

    Late is a tap on a phone that could not know yet.
    """

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Play loot")
        asleep(monkeypatch)
        table.adjust("seat.0.loot", -table.state.players[0].loot, BEA)
        seq = table.table_state.seq
        await phone.tap("Onto the stack")
        assert "The table has moved on: look again." in phone.texts()
        assert table.table_state.seq == seq

    on_phone(table, library, journey)
    with pytest.raises(Refused) as refused:
        table.answer(table.prompt_id, Played(0, "loot"))
    assert (refused.value.rule, refused.value.reason.key) == ("FS-15", "No loot card is left in that hand.")
    assert same_as_disk(table, library.storage)


def test_a_late_tap_is_told_that_the_table_has_moved_on(library, monkeypatch) -> None:
    """A tap on a question already answered answers nothing, and the phone then catches up."""
    table = library.matches.create("counting", ("Ana", "Bea"))

    async def scene(phone: App) -> None:
        await phone.open(build(library), f"/t/{table.match.id}")
        await phone.sees("Anyone?")
        with monkeypatch.context() as sleeping:
            asleep(sleeping)
            table.answer(table.prompt_id, Stayed(), BEA)
        await phone.tap("Hush")
        await phone.sees("La mesa ha avanzado: mira otra vez.", "Tirada")
        assert table.table_state.seq == 1

    played(scene)


def test_a_double_tap_is_one_answer(library, monkeypatch) -> None:
    """The second of two taps at once answers neither its own question again nor the next one."""
    monkeypatch.setattr(intents, "TAP_GUARD_SECONDS", 60)
    table = library.matches.create("counting", ("Ana", "Bea"))

    async def scene(phone: App) -> None:
        await phone.open(build(library), f"/t/{table.match.id}")
        await phone.sees("Anyone?")
        button = phone.find("Hush")
        for _ in range(2):
            await phone.session.dispatch_event(button._i, "click", None)
        assert table.table_state.seq == 1
        await phone.sees("Tirada")
        await phone.tap("Dado: 4")
        assert table.table_state.seq == 1

    played(scene)


def test_two_phones_that_tap_at_once_give_one_answer(library) -> None:
    """Of two answers to one question at once, one is taken and the other told it is late."""
    table = library.matches.create("counting", ("Ana", "Bea"))

    async def scene(phone: App) -> None:
        await phone.open(build(library), f"/t/{table.match.id}")
        other = await App().open(build(library), f"/t/{table.match.id}")
        await phone.sees("Anyone?")
        await other.sees("Anyone?")
        buttons = phone.find("Hush"), other.find("Hush")
        for one, button in zip((phone, other), buttons, strict=True):
            await one.session.dispatch_event(button._i, "click", None)
        await other.sees("La mesa ha avanzado: mira otra vez.", "Tirada")
        await phone.sees("Tirada")
        assert table.table_state.seq == 1
        other.wire.dispose()

    played(scene)


def test_undo_with_nothing_to_undo_is_deaf_and_says_why(library) -> None:
    """Undo without anything to undo does nothing on screen, and the table refuses it."""
    table = library.matches.create("counting", ("Ana", "Bea"))

    async def scene(phone: App) -> None:
        await phone.open(build(library), f"/t/{table.match.id}")
        await phone.sees("Anyone?")
        undo = phone.find("Deshacer")
        assert undo.disabled or undo.on_click is None
        await phone.session.dispatch_event(undo._i, "click", None)
        await phone.sees("Anyone?")

    played(scene)
    for act in (lambda: table.undo(ANA), lambda: table.undo(ANA, group=7), lambda: table.redo(ANA)):
        assert ES(refusal(act)) in ("No hay nada que deshacer.", "No hay nada que rehacer.")
    assert table.table_state.seq == 0


def refusal(act: Callable[[], Any]) -> Text:
    """The reason of the refusal."""
    with pytest.raises((Refused, StaleAnswerError, StorageError)) as refused:
        act()
    reason = refused.value.reason
    assert isinstance(reason, Text)
    return reason


# --- answers that no screen offers -------------------------------------------------------------------------------


JUNK: tuple[Any, ...] = (
    *(None, -1, 10**9, 10**5000, 1.5, float("nan"), True, b"x", object()),
    *("", "x", "\ud800", "a" * 100_000, (), (0,), ("6",), (7,), [1], {}),
)
"""Values of every kind, in bounds and out of them."""


def hostile() -> Iterator[Any]:
    """Each event type with each field set to each junk value, and the junk values."""
    yield from JUNK
    for kind in (*GAMES["four_souls"].event_types, Rolled, Ruled, Undone, Redone, Event):
        names = [field.name for field in fields(kind)]
        for k in range(len(names)):
            yield from (kind(**{name: junk if i == k else 0 for i, name in enumerate(names)}) for junk in JUNK)


def test_no_answer_out_of_bounds_is_taken(table, library) -> None:
    """Any object sent as an answer is refused with a sentence, unless it was offered."""
    before, said = table.table_state, set()
    for event in hostile():
        asked = table.prompt
        try:
            table.answer(table.prompt_id, event)
        except (Refused, StorageError) as trouble:
            said.add(trouble.reason)
        else:
            assert asked is not None
            assert any(choice.admits(event) for choice in asked.choices), event
            table.undo()
    assert all(map(ES, said))
    assert ES(Text("That is not an answer to what is asked now.")) in map(ES, said)
    assert replace(table.state, notes=()) == replace(before.state, notes=())
    assert same_as_disk(table, library.storage)


@pytest.mark.parametrize(
    "act",
    [
        lambda t, junk: t.make_remark(junk),
        lambda t, junk: t.adjust(junk, 1),
        lambda t, junk: t.adjust("seat.0.life", junk),
        lambda t, junk: t.jump_to(junk),
        lambda t, junk: t.set_ruling(junk, "on"),
        lambda t, junk: t.set_ruling("depth", junk),
        lambda t, junk: t.silence(junk, (0,)),
        lambda t, junk: t.silence("stop", junk),
        lambda t, junk: t.tick(junk),
        lambda t, junk: t.undo_to_entry(junk),
        lambda t, junk: t.undo(seen_seq=-5 if junk is None else junk),
        lambda t, junk: t.answer(junk, Stayed()),
    ],
)
def test_no_door_takes_what_does_not_fit(table, library, act) -> None:
    """Unknown numbers, steps, switches, subjects, lines of hands and log positions are refused with a sentence."""
    state = table.state
    for junk in JUNK:
        if junk in (True, -1, "") or junk == 1.5:
            continue  # another method may know it
        assert ES(refusal(lambda junk=junk: act(table, junk)))
    assert table.state == state
    assert same_as_disk(table, library.storage)


@pytest.mark.parametrize("event", [Undone(1), Redone(), Undone(0, 5)])
def test_going_back_is_no_answer(table, library, event: Event) -> None:
    """Undo and redo entries are refused as answers; their own methods check for late requests."""
    seq = table.table_state.seq
    refusal(lambda: table.answer(table.prompt_id, event))
    assert table.table_state.seq == seq


@pytest.mark.parametrize("event", [Adjusted("seat.0.life", 5000), Adjusted("seat.0.cents", -999), WentTo("FS-00")])
def test_the_doors_that_always_work_have_bounds(table, library, event: Event) -> None:
    """A corrected number stays within 0 and 999, and a step must be one of the game's."""
    seq = table.table_state.seq
    assert ES(refusal(lambda: table.answer(table.prompt_id, event)))
    assert table.table_state.seq == seq
    assert prompt(table.state) is not None


# --- names -------------------------------------------------------------------------------------------------------


NAMES = {
    "Ana": "Ana",
    "  Ana   María ": "Ana María",
    "x" * 10_000: "x" * MAX_NAME_LENGTH,
    "A\0n\x07a\x1b[31m\r\n": "A n a [31m",
    "\u202eanA\u202c": "anA",
    "\u200f\u2066רון\u2069": "רון",
    "José": "José",
    "👩‍👩‍👧‍👦": "👩‍👩‍👧‍👦",
    "\u200d\u200d": "",
    "\ufeff\u2028\u2029": "",
    "{who} \\ % <b>": "{who} \\ % <b>",
    "Z" + "\u0301" * 9_000: "Ź" + "\u0301" * (MAX_NAME_LENGTH - 1),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_any_letters_can_be_played_with(library: Library, name: str) -> None:
    """With any name the match starts, writes it on one line, and reopens after a restart."""
    wanted = NAMES[name]

    async def scene(phone: App) -> None:
        await phone.open(build(library), "/new/counting")
        await phone.type("Jugador 1", name)
        await phone.type("Jugador 2", "Bea")
        await phone.tap("Empezar")
        await phone.sees("Anyone?")
        (match,) = library.matches.all()
        assert match.seats == (wanted or "Jugador 1", "Bea")
        await phone.open(build(library), "/")
        await phone.sees(" · ".join(match.seats))
        await phone.open(build(library), "/new/counting")
        field = phone.one(ft.TextField, lambda one: one.label == "Jugador 1")
        assert field.value == wanted

    played(scene)
    again = Library(library.storage, library.games)
    assert again.matches.open(library.matches.all()[0].id).warning is None


@given(st.text(st.characters(exclude_categories=()), max_size=60))
def test_any_name_becomes_one_line(name: str) -> None:
    """A cleaned name is short, printable and encodable, and cleaning it again changes nothing."""
    line = clean_name(name)
    assert len(line) <= MAX_NAME_LENGTH
    assert line == clean_name(line)
    assert line.encode() is not None
    assert "\n" not in line
    assert all(c.isprintable() or c in "\u200c\u200d\u3000" or c.isspace() for c in line)


def test_two_of_one_name_are_told_apart_however_they_are_written(library: Library) -> None:
    """Names that differ only in invisible characters are equal, and get a number."""

    async def scene(phone: App) -> None:
        await phone.open(build(library), "/new/counting")
        await phone.type("Jugador 1", "Ana")
        await phone.type("Jugador 2", "\u202eAna\0 ")
        await phone.tap("Empezar")
        await phone.sees("Anyone?")
        assert library.matches.all()[0].seats == ("Ana", "Ana 2")

    played(scene)
