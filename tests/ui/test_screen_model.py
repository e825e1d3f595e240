"""The screen as data: what the model says is what is drawn, in every game, and what each role sees of it."""

from __future__ import annotations

import time

import flet as ft
import pytest

from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.ui.design.look import PageLook, given_look
from companion.ui.games.scenes import scene_of
from companion.ui.screens.table.screen import TableScreen
from companion.ui.table import intents
from companion.ui.table.model.screen_model import ScreenModel, screen_model
from companion.ui.table.model.sheet import ItemSheet
from rules.engine import Choice, Event, Template, Text
from tests.support.ui.headless import NOWHERE, Phone, action_phase
from tests.support.ui.table_context import table_context
from tests.support.ui.table_device import MIDDLE, opened

WATCHING = DeviceRole(is_spectator=True)
each_game = pytest.mark.parametrize("key", MIDDLE)


def model_of(table: Table, role: DeviceRole = HOST_ROLE) -> ScreenModel:
    """Return what a device in that role shows of the table."""
    return screen_model(table_context(table, role), scene_of(table.game.key))


async def drawn(table: Table, library: Library) -> Phone:
    """Return the host's phone that shows the table, without the sheet that opens by itself."""
    phone = await Phone().show(TableScreen, table, library, HOST_ROLE, NOWHERE)
    if "Close" in phone.names():
        await phone.tap("Close")
    return phone


@each_game
async def test_what_the_model_says_is_drawn(library: Library, key: str) -> None:
    """Question, players and usual answers of the model are those that a person can read and tap."""
    table = opened(library, key)
    model = model_of(table)

    phone = await drawn(table, library)
    names, texts = phone.names(), phone.texts()
    assert model.question is not None
    assert {model.title, model.question.title, model.question.decides} <= set(texts)
    assert {player.spoken for player in model.seats} <= set(names)
    usual = [one for one in model.answers if one.place == "primary"]
    said = [f"{one.label}, {one.consequence}" if one.consequence else one.label for one in usual]
    assert set(said) <= set(names)
    assert any(name.startswith("Undo") for name in names) == (model.undo is not None)


@each_game
def test_who_only_watches_sees_the_same_table_and_answers_nothing(library: Library, key: str) -> None:
    """The question and everybody's numbers are those of the host's device; there is no answer and no undo."""
    table = opened(library, key)
    host, watcher = model_of(table), model_of(table, WATCHING)
    assert host.question is not None
    assert watcher.question is not None
    assert watcher.question.title == host.question.title
    assert [player.name for player in watcher.seats] == [player.name for player in host.seats]
    assert (watcher.answers, watcher.undo, dict(watcher.chips)) == ((), None, {})


@each_game
def test_the_model_is_in_the_language_of_the_device(library: Library, key: str) -> None:
    """The same table in Spanish has other words in the same places."""
    table = opened(library, key)
    english = model_of(table)
    with given_look(PageLook("es")):
        spanish = model_of(table)
    assert [one.place for one in spanish.answers] == [one.place for one in english.answers]
    assert spanish.question != english.question
    assert [player.seat for player in spanish.seats] == [player.seat for player in english.seats]


def test_answers_have_their_place_and_their_consequence(library: Library) -> None:
    """FS-63: in the action phase attacks are usual, the end of the turn leaves, and each says what follows."""
    model = model_of(action_phase(library))
    places = {one.label: one.place for one in model.answers}
    assert places["End the turn"] == "leave"
    assert places["Attack Fly"] == places["Attack Big Spider"] == "primary"
    leave = next(one for one in model.answers if one.place == "leave")
    assert "Beto" in leave.consequence


@each_game
async def test_a_row_has_a_ground_of_its_own_unless_its_things_have_sheets(library: Library, key: str) -> None:
    """Only where belongings have a sheet does the row lie bare on a ground that takes their chips too."""
    table = opened(library, key)
    bare = scene_of(key).player_row.item_sheet is not ItemSheet
    spoken = model_of(table).seats[0].spoken

    phone = await drawn(table, library)
    row = next(button for name, button in phone.buttons() if name == spoken)
    assert (row.style.bgcolor == ft.Colors.TRANSPARENT) == bare
    assert bare == (key in ("four_souls", "king_of_tokyo"))


def test_a_remark_meant_for_the_question_before_is_ignored(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chip that makes a remark waits like an answer does, after the question has changed."""
    table = opened(library, "four_souls")
    made: list[object] = []
    monkeypatch.setattr(table, "make_remark", lambda event, role: made.append(event))
    monkeypatch.setattr(intents, "TAP_GUARD_SECONDS", 60)
    here, remark = intents.TableIntents(table), Choice(Text("x"), Template(Event()))
    here.changed_at = time.monotonic()
    here.remark(remark)
    assert made == []
    here.changed_at = intents.NEVER
    here.remark(remark)
    assert made == [Event()]
