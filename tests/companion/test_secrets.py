"""One seat's secrets are never shown or sent to another device."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole, visible_seats
from companion.match.table import Table
from companion.storage.matches import Storage
from rules.boss_monster.game import GAME as BOSS
from rules.boss_monster.model.events import Discarded, Laid
from rules.engine import Refused
from tests.support.secret_numbers import NUMBERS, named
from tests.support.ui import headless as harness
from tests.support.ui.app import App, played
from tests.support.ui.guests import invited, opened
from tests.toy.counting import GAME

SEATS = ("Ana", "Bea", "Cai")


@pytest.fixture
def library(storage: Storage) -> Library:
    return Library(storage, {GAME.key: GAME}, lambda: 0.0)  # a fixed clock, so that no time reads like a secret


@pytest.fixture
def table(library: Library) -> Table:
    return library.matches.create("counting", SEATS, (("secrets", "on"),))


def shown(table: Table, chair: DeviceRole) -> str:
    """Everything that a device in that role can display, as text."""
    now = table.table_state_for(chair)
    parts = (now.state, now.prompt, now.trackers, now.notes, GAME.view(now.state), table.log(chair))
    group = table.log(chair)[0].entry.group
    return repr(
        (
            *parts,
            table.view(chair).preview_undo(),
            table.view(chair).preview_undo(group),
            table.view(chair).preview_undo_to_entry(1),
        )
    )


CHAIRS = st.builds(DeviceRole, st.none() | st.integers(0, 2), st.booleans(), st.booleans())


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(CHAIRS, st.frozensets(st.integers(0, 2)), st.lists(st.integers(0, 2), min_size=1, max_size=2, unique=True))
def test_a_phone_can_draw_no_secret_but_its_own(library, chair, taken, done) -> None:
    """A device sees only its own seats' secrets: state, prompt, trackers, log and undo."""
    table = library.matches.create("counting", SEATS, (("secrets", "on"),))
    named(table, *done)
    table._load_claimed_seats = lambda: taken
    read = shown(table, chair)
    for seat, number in enumerate(NUMBERS):
        assert (str(number) in read) is (seat in done and seat in visible_seats(chair, 3, taken))


def test_once_all_have_named_everybody_reads_all_of_it(table) -> None:
    """A secret ends when it is revealed: every device then reads it, spectators included."""
    table._load_claimed_seats = lambda: frozenset({0, 1, 2})
    named(table, 2, 0, 1)
    for chair in (DeviceRole(0), DeviceRole(), DeviceRole(is_spectator=True), HOST_ROLE):
        read = repr((table.table_state_for(chair).state, [line.notes for line in table.log(chair)]))
        assert all(str(number) in read for number in NUMBERS)


def test_one_phone_alone_sees_the_secrets_of_all_who_have_none(table) -> None:
    """A shared device sees the secrets of seats without a device of their own, and no others."""
    named(table, 0, 1)
    assert "4711" in shown(table, HOST_ROLE)
    table._load_claimed_seats = lambda: frozenset({0})
    assert "4711" not in shown(table, HOST_ROLE)
    assert "5822" in shown(table, HOST_ROLE)
    assert "5822" in shown(table, DeviceRole())
    assert "5822" not in shown(table, DeviceRole(0))


PAGES = {
    "": "Name a number",
    "/history": "Ana has named a number",
    "/settings": "Este teléfono",
    "/phones": "En esta mesa",
    "/seat": "¿Quién eres?",
}


def test_no_byte_of_a_secret_goes_to_another_phone(library, table, monkeypatch) -> None:
    """No message to another device holds the secret bytes until they are revealed.

    Pages: table, history, settings, phones, seat and home.
    """
    sent: list[bytes] = []
    packb = harness.msgpack.packb

    def recorded(message: Any, **more: Any) -> bytes:
        sent.append(packb(message, **more))
        return sent[-1]

    monkeypatch.setattr(harness.msgpack, "packb", recorded)
    ana, bea, eye = (invited(library, table) for _ in range(3))
    library.guests.take_seat(ana, table.match.id, 0)
    library.guests.take_seat(bea, table.match.id, 1)
    library.guests.take_seat(eye, table.match.id, None, is_spectator=True)
    here = f"/t/{table.match.id}"

    async def scene(phone: App) -> None:
        await opened(library, bea, here, phone)
        await phone.sees("Name a number")
        named(table, 0)
        await phone.settle()
        for visitor in (bea, eye):
            for rest, text in PAGES.items():
                await opened(library, visitor, here + rest, phone)
                await phone.sees(text)
            await opened(library, visitor, "/", phone)
            await phone.sees("Tus mesas", "Name a number")
            await opened(library, visitor, here, phone)
            await phone.sees("Name a number")
            await phone.tap("Ana")
            await phone.sees("Ticks")
        await opened(library, bea, here, phone)
        await phone.sees("Name a number")
        await phone.tap("Deshacer")
        await phone.sees("Rehacer")
        await phone.tap("Rehacer")
        await phone.settle()
        assert b"4711" not in b"".join(sent)
        await opened(library, ana, f"{here}/history", phone)
        await phone.sees("Ana named 4711")
        assert b"4711" in b"".join(sent)

    played(scene)


def test_virtual_hands_of_boss_monster_are_on_their_own_phones_alone(tmp_path) -> None:
    """Virtual hands of Boss Monster are shown on their own devices only.

    Checked after the deal, a discard and a room that was laid.
    """
    storage = Storage(tmp_path)
    table = Library(storage, {BOSS.key: BOSS}, lambda: 0.0).matches.create(BOSS.key, SEATS, (("cards", "virtual"),))
    table._load_claimed_seats = lambda: frozenset({0, 1, 2})
    for kind, times in ((Discarded, 3), (Laid, 1)):
        for _ in range(times):
            choice = next(c for c in table.prompt.choices if isinstance(c.event, kind))
            hole = choice.template.holes[0]
            values = tuple(face.value for face in hole.faces)[: hole.most]
            table.answer(table.prompt_id, replace(choice.event, cards=values), DeviceRole(choice.seat))
    known = {*table.state.discards}
    for seat in range(3):
        keep = table.state.keeps[seat]
        hidden = {*keep.hand, *(pile[0].card.key for pile in keep.piles)} - known - {""}
        for chair in (*(DeviceRole(k) for k in range(3)), DeviceRole(), DeviceRole(is_spectator=True), HOST_ROLE):
            now = table.table_state_for(chair)
            own = [now.state.keeps[chair.seat]] if chair.seat is not None else []
            mine = {key for one in own for key in (*one.hand, *(pile[0].card.key for pile in one.piles))}
            read = repr((now.state, now.prompt, now.remarks, now.trackers, BOSS.view(now.state), table.log(chair)))
            if chair.seat == seat:
                assert all(card in read for card in hidden)
            else:
                assert not [card for card in hidden - mine if card in read]
    storage.close()


def test_a_game_in_which_phones_keep_secrets_is_exported_when_it_is_over(library, table) -> None:
    """A match with secrets on devices is exported only when it is over."""
    words = translator("es")
    named(table, 0)
    assert b"4711" in library.exchange.export(table.match.id, words)[1]
    library.guests.take_seat(invited(library, table), table.match.id, 0)
    with pytest.raises(Refused) as refused:
        library.exchange.export(table.match.id, words)
    assert "cuando acabe" in words(refused.value.reason)
    table.adjust("total.0", 10)
    assert b"4711" in library.exchange.export(table.match.id, words)[1]
