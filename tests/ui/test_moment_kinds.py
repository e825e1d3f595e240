"""Each kind of moment: it comes with its event, waits its turn, ends by a tap, and covers nothing that is asked."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import flet as ft
import pytest

from companion.library.library import Library
from companion.match.moments import TITLES, WIN_KIND, SeenMatch, moments_in_effect, new_moments
from companion.match.roles import HOST_ROLE
from companion.match.table import Table
from companion.ui.design.preferences import Preferences
from companion.ui.table.model.outcome import moment_model
from companion.ui.table.zones import moment as moments
from rules.engine import Adjusted, Event
from tests.support.ui.headless import Phone, at_table
from tests.support.ui.table_device import opened_after, without_delays


@dataclass(frozen=True)
class Stretch:
    """A stretch of a committed match: its entries after ``begin`` up to ``end``, and the moments in it."""

    match: str
    begin: int
    end: int
    names: tuple[str, ...]


STRETCHES = {
    "soul": Stretch("four_souls-two-players", 173, 176, ("A soul: Beto. 1 of 4",)),
    "goal": Stretch("king_of_tokyo-three", 35, 36, ("Enough points: Cira. 20 points",)),
    "death": Stretch("four_souls-two-players", 112, 116, ("Death: Ana", "Death: Beto")),
    "elimination": Stretch("king_of_tokyo-five-wicked", 62, 63, ("Out of the game: Beto", "Out of the game: Dani")),
    "level_up": Stretch("boss_monster-four", 61, 62, ("Level up: Cira", "Level up: Bea")),
    "final_flip": Stretch("malifaux-own-decks-three", 205, 213, ("The final flip: A 13. 10 was needed: another turn",)),
    "win": Stretch(
        "king_of_tokyo-two-cursed", 47, 48, ("Out of the game: Beto", "Victory: Ana wins. Ana is the last one left")
    ),
}
"""Where each kind of moment comes in a committed match."""
MOMENT = re.compile("^(A soul|Enough points|Death|Out of the game|Level up|The final flip|Victory): ")


@pytest.fixture(autouse=True)
def lasting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a moment last until it is ended."""
    without_delays(monkeypatch)
    monkeypatch.setattr(moments, "MOMENT_SECONDS", 60)


async def on_device(library: Library, kind: str) -> tuple[Phone, Table, Callable[[], Awaitable[None]]]:
    """Return a phone that shows the table before a stretch, the table, and what lets the stretch happen elsewhere."""
    stretch = STRETCHES[kind]
    table, events = opened_after(library, stretch.match, stretch.begin)
    phone = await at_table(table, library, worn=Preferences(motion="less"))

    async def happen() -> None:
        answer_until(table, events, stretch.end)
        await phone.settle()

    return phone, table, happen


def answer_until(table: Table, events: list[Event], end: int) -> None:
    """Do as in the match, up to that entry; automatic answers come by themselves."""
    while table.table_state.seq < end:
        event = events[table.table_state.seq]
        if isinstance(event, Adjusted):
            table.adjust(event.key, event.by)
        elif isinstance(event, table.game.remark_events):
            table.make_remark(event, HOST_ROLE)
        else:
            table.answer(table.prompt_id, event)


def shown(phone: Phone) -> list[str]:
    """The names of the moments that can be tapped."""
    return [name for name in phone.names() if MOMENT.match(name)]


def panels(phone: Phone) -> list[ft.Container]:
    """What moments lie in on the screen."""
    return [c for c in phone.controls() if isinstance(c, ft.Container) and c.animate_scale]


def layer(phone: Phone) -> ft.Stack:
    """The innermost part of the screen upon which the moment lies."""
    panel = panels(phone)[0]
    stacks = [c for c in phone.controls() if isinstance(c, ft.Stack)]
    return [stack for stack in stacks if any(c is panel for c in phone.controls(stack))][-1]


def test_each_kind_has_a_stretch() -> None:
    """No kind of moment is left out."""
    assert STRETCHES.keys() == TITLES.keys() | {WIN_KIND}


@pytest.mark.parametrize("kind", STRETCHES)
def test_it_comes_behind_the_moment_before(library: Library, kind: str) -> None:
    """What happens in the stretch is told one moment after the other; what was undone is not."""
    stretch = STRETCHES[kind]
    table, events = opened_after(library, stretch.match, stretch.begin)
    seen = SeenMatch(table.table_state.seq, False)
    answer_until(table, events, stretch.end)
    seats = table.match.seats
    found = new_moments(table.log(), seats, table.state.outcome, seen, time.time())
    assert tuple(moment_model(moment, seats).spoken for moment in found) == stretch.names
    assert found[-1].kind == kind
    table.undo()
    assert found[-1] not in moments_in_effect(found, table.log())
    while any(line.is_in_effect for line in table.log()[stretch.begin : stretch.end]):
        table.undo()
    assert moments_in_effect(found, table.log()) == ()


@pytest.mark.parametrize("kind", ["level_up", "win"])
async def test_each_waits_its_turn_covers_no_answer_and_is_taken_away_by_an_undo(library: Library, kind: str) -> None:
    """Nothing is shown before, then one after the other alone; what did not happen is not shown, nor is its redo.

    On the phone of all, whoever is asked next can answer at once.
    """
    phone, table, happen = await on_device(library, kind)
    assert shown(phone) == []
    await happen()
    *before, last = STRETCHES[kind].names
    for name in before:
        assert shown(phone) == [name]
        await phone.tap(name)
    assert shown(phone) == [last]
    if table.prompt is not None:
        leaves_seats_and_answers_free(phone)
    table.undo()
    await phone.settle()
    assert shown(phone) == []
    table.redo()
    await phone.settle()
    assert shown(phone) == []


def leaves_seats_and_answers_free(phone: Phone) -> None:
    """Assert that neither an answer nor a seat lies under the moment."""
    under = {name for name, button in phone.buttons() if any(c is button for c in phone.controls(layer(phone)))}
    usual = set(phone.names("usual"))
    assert usual
    assert usual.isdisjoint(under)
    assert not any(", souls " in name for name in under)


async def test_it_does_not_cover_a_sheet_that_was_opened_by_hand(library: Library) -> None:
    """Somebody who reads a player's sheet goes on reading; the moment lies below it."""
    phone, table, happen = await on_device(library, "death")
    name = table.match.seats[0]
    await phone.tap(next(one for one in phone.names() if one.startswith(f"{name}, ")))
    assert "Close" in phone.names()
    await happen()
    assert panels(phone)
    assert shown(phone) == []
    await phone.tap("Close")
    assert shown(phone) == [STRETCHES["death"].names[0]]
