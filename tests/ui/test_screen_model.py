"""The screen as data: what the model says is what is drawn, in every game, and what each role sees of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import pytest

from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.ui.design.look import PageLook, given_look
from companion.ui.table import intents
from rules.engine import Choice, Event, Rolled, Template, Text
from rules.four_souls.model.events import Attacked, Passed
from tests.support.games.four_souls_stacks import action, stacked
from tests.support.ui.drawn_model import on_sheet, parts, undrawn
from tests.support.ui.four_phones import ANA, BETO, taken
from tests.support.ui.headless import action_phase, at_table, say
from tests.support.ui.table_context import shown
from tests.support.ui.table_device import MIDDLE, opened

WATCHING = DeviceRole(is_spectator=True)
each_game = pytest.mark.parametrize("key", MIDDLE)
Lay = Callable[[Library], Table]


def waiting(library: Library) -> Table:
    """A window that Beto has passed in, at a table where he and Ana have phones of their own."""
    table = taken(stacked(library, 1), library, 0, 1)
    table.answer(table.prompt_id, Passed((1,), table.state.stack.top.id), BETO)
    return table


def rolling(library: Library) -> Table:
    """Ana, who has a phone of her own, is to roll."""
    table = taken(action(library), library, 0)
    say(table, Attacked(table.state.slots[0].id))
    return table


def kill(library: Library) -> Table:
    """Ana has killed Fly and gained 1 ¢."""
    table = action_phase(library)
    say(table, Attacked(table.state.slots[0].id))
    say(table, Rolled((5,)))
    say(table, Passed((0, 1, 2), table.state.stack.top.id))
    return table


HAVING: dict[str, tuple[Lay, DeviceRole, set[str]]] = {
    **{
        f"{key}+{later}": (partial(opened, key=key, later=later), HOST_ROLE, {"hands"})
        for key in MIDDLE
        for later in (0, 5)
    },
    "the action phase": (action_phase, HOST_ROLE, {"usual answers", "leave", "secondary"}),
    "a kill": (kill, HOST_ROLE, {"verdict", "result", "change"}),
    "a window, passed": (waiting, BETO, {"question's thinking", "question's passed", "trigger", "chips"}),
    "a window, asked": (waiting, ANA, {"stops", "silence"}),
    "a window, the middle": (waiting, HOST_ROLE, {"answer_for_others", "response"}),
    "a window, watched": (waiting, WATCHING, {"hint"}),
    "a roll": (rolling, ANA, {"question's stake"}),
    "a roll, elsewhere": (rolling, BETO, {"read_dice", "hint"}),
    "a roll, the middle": (rolling, HOST_ROLE, {"read_dice", "answer_for_others", "hint"}),
    "a roll, watched": (rolling, WATCHING, {"read_dice", "hint"}),
}
"""Tables, the role of a device at it, and kinds of parts that its screen has besides those that every screen has."""


@pytest.mark.parametrize(("lay", "role", "having"), HAVING.values(), ids=HAVING)
async def test_what_the_model_says_is_drawn(library: Library, lay: Lay, role: DeviceRole, having: set[str]) -> None:
    """Every part of the model can be read or tapped, from the bar to the answers; and everything to tap has a name."""
    table = lay(library)
    phone, model = await at_table(table, library, role), shown(table, role)
    if "Close" in phone.names():
        await phone.tap("Close")
    assert all(name.strip() for name in phone.names())
    found = [*parts(phone, model), *await on_sheet(phone, model)]
    assert undrawn(found) == []
    usual = {"title", "player", "number", "leads", "acting", "question's title", "question's decides"}
    assert usual | having <= {kind for kind, _, _ in found}


@each_game
def test_who_only_watches_sees_the_same_table_and_answers_nothing(library: Library, key: str) -> None:
    """The question and everybody's numbers are those of the host's device; there is no answer and no undo."""
    table = opened(library, key)
    host, watcher = shown(table), shown(table, WATCHING)
    assert host.question is not None
    assert watcher.question is not None
    assert watcher.question.title == host.question.title
    assert [player.name for player in watcher.seats] == [player.name for player in host.seats]
    assert (watcher.answers, watcher.undo, dict(watcher.chips)) == ((), None, {})


@each_game
def test_the_model_is_in_the_language_of_the_device(library: Library, key: str) -> None:
    """The same table in Spanish has other words in the same places."""
    table = opened(library, key)
    english = shown(table)
    with given_look(PageLook("es")):
        spanish = shown(table)
    assert [one.place for one in spanish.answers] == [one.place for one in english.answers]
    assert spanish.question != english.question
    assert [player.seat for player in spanish.seats] == [player.seat for player in english.seats]


def test_answers_have_their_place_and_their_consequence(library: Library) -> None:
    """FS-63: attacks are touched on the board, the end of the turn leaves, and each says what follows."""
    model = shown(action_phase(library))
    places = {one.label: one.place for one in model.answers}
    assert places["End the turn"] == "leave"
    assert places["Attack Fly"] == places["Attack Big Spider"] == "board"
    leave = next(one for one in model.answers if one.place == "leave")
    assert "Beto" in leave.consequence


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
