"""The pages for several phones at a table: seats, invitations, and what a guest sees."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.access.guests import DeviceRegistry
from companion.access.lan import LanAccess
from companion.access.visitor import LOCAL_BROWSER, Visitor
from companion.library.library import Library
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.storage.matches import Storage
from companion.ui.app import build
from companion.ui.design.page_look import look_of
from rules.engine import Refused
from rules.registry import GAMES
from tests.support.ui.app import App, played
from tests.support.ui.guests import invited, opened
from tests.toy.counting import GAME, Stayed

SEATS = ("Ana", "Bea", "Cai")


@pytest.fixture
def table(library: Library) -> Table:
    return library.matches.create("counting", SEATS)


def at(table: Table, *more: str) -> str:
    return "/".join((f"/t/{table.match.id}", *more))


def connected(guests: DeviceRegistry, visitor: Visitor) -> None:
    """Connect a device, as an open page of it does."""
    guests.register_connection(visitor, lambda *why: None)


# --- choosing a seat ---------------------------------------------------------------------------------------------


def test_a_guest_is_asked_who_they_are_and_one_tap_sits_them_down(library, table) -> None:
    """A new phone is asked for its seat before it sees the table, and one tap takes the seat."""
    visitor = invited(library, table)

    async def scene(phone: App) -> None:
        await opened(library, visitor, at(table), phone)
        await phone.sees("¿Quién eres?", *SEATS, "En medio de la mesa", "Solo mirar")
        assert "Anyone?" not in phone.text
        await phone.tap("Bea: Libre")
        await phone.sees("Anyone?")
        assert library.matches.role_of(visitor, table.match.id) == DeviceRole(1)
        await phone.tap("Hush")
        assert table.log()[-1].entry.actor == "Bea"

    played(scene)


@pytest.mark.parametrize(
    ("tap", "chair"), [("En medio de la mesa", DeviceRole()), ("Solo mirar", DeviceRole(is_spectator=True))]
)
def test_a_phone_may_lie_in_the_middle_or_only_look_on(library, table, tap: str, chair: DeviceRole) -> None:
    """A phone can take the middle or be a spectator, each with one tap."""
    visitor = invited(library, table)

    async def scene(phone: App) -> None:
        await opened(library, visitor, at(table, "history"), phone)
        await phone.sees("¿Quién eres?")
        await phone.tap(tap)
        await phone.sees("Anyone?")
        assert library.matches.role_of(visitor, table.match.id) == chair

    played(scene)


def test_a_taken_seat_says_so_and_only_the_host_takes_it_over_from_one_that_sleeps(library, table) -> None:
    """A taken seat says so, and only the host can take it over, from a phone that is offline.

    The host is asked to confirm; nobody can take the seat of a phone that is online.
    """
    first, second = (invited(library, table) for _ in range(2))
    library.guests.take_seat(first, table.match.id, 0)
    library.guests.take_seat(second, table.match.id, 1)
    connected(library.guests, second)

    async def scene(phone: App) -> None:
        await opened(library, LOCAL_BROWSER, at(table, "seat"), phone)
        await phone.sees("Otro teléfono, desconectado")
        assert phone.find("Bea: Otro teléfono").on_click is None
        await phone.tap("Ana: Otro teléfono, desconectado")
        await phone.sees("¿Eres Ana?")
        await phone.tap("Cancelar")
        assert library.matches.role_of(first, table.match.id) == DeviceRole(0)
        await phone.tap("Ana: Otro teléfono, desconectado")
        await phone.tap("Sí, soy Ana")
        await phone.sees("Anyone?")
        assert library.matches.role_of(LOCAL_BROWSER, table.match.id) == DeviceRole(0, is_host=True)
        assert library.matches.role_of(first, table.match.id) is None
        woken = await opened(library, first, at(table))
        await woken.sees("¿Quién eres?", "Otro teléfono")
        woken.wire.dispose()

    played(scene)


def test_no_guest_takes_a_seat_from_a_phone_that_sleeps(library, table) -> None:
    """A guest cannot take over a seat whose phone is offline.

    The seat has secrets, so the page says that only the host can free it.
    """
    sleeps, comes = invited(library, table), invited(library, table)
    library.guests.take_seat(sleeps, table.match.id, 0)

    async def scene(phone: App) -> None:
        await opened(library, comes, at(table), phone)
        await phone.sees("Otro teléfono, desconectado: el anfitrión puede echarlo")
        assert phone.find("Ana: Otro teléfono").on_click is None

    played(scene)
    with pytest.raises(Refused):
        library.guests.take_seat(comes, table.match.id, 0, take_over=True)
    assert library.matches.role_of(sleeps, table.match.id) == DeviceRole(0)


def test_two_who_tap_one_seat_at_once_get_one_seat(library, table) -> None:
    """Of two phones that tap one seat at once, one gets it and the other is told so."""
    one, other = invited(library, table), invited(library, table)

    async def scene(phone: App) -> None:
        await opened(library, one, at(table), phone)
        await phone.sees("¿Quién eres?")
        button = phone.find("Ana: Libre")
        library.guests.take_seat(other, table.match.id, 0)
        await phone.session.dispatch_event(button._i, "click", None)
        await phone.sees("Otro teléfono tiene ese asiento.")
        assert library.matches.role_of(one, table.match.id) is None

    played(scene)


def test_the_hosts_phone_begins_in_the_middle_and_can_sit_down(library, table) -> None:
    """The host's phone starts in the middle, unasked; its menu can take and leave a seat."""

    async def scene(phone: App) -> None:
        await phone.open(build(library), at(table, "settings"))
        await phone.sees("Este teléfono: En medio de la mesa")
        await phone.tap("Este teléfono: En medio de la mesa")
        await phone.sees("¿Quién eres?")
        await phone.tap("Cai: Libre")
        await phone.sees("Anyone?")
        assert library.matches.role_of(LOCAL_BROWSER, table.match.id) == DeviceRole(2, is_host=True)
        await opened(library, LOCAL_BROWSER, at(table, "settings"), phone)
        await phone.sees("Este teléfono: Cai")

    played(scene)


def test_every_phone_is_back_in_its_seat_after_the_server_was_killed(tmp_path: Path) -> None:
    """After the server was killed every phone has its seat again.

    The seat is stored with the browser's key, so nobody is asked again.
    """
    storage = Storage(tmp_path)
    library = Library(storage, {GAME.key: GAME})
    table = library.matches.create("counting", SEATS)
    keys = []
    for seat in (0, 1):
        entered = library.guests.redeem_invitation(library.guests.table_invitation(table.match.id), "")
        assert entered is not None
        library.guests.take_seat(entered.visitor, table.match.id, seat)
        keys.append(entered.key)
    table.answer(table.prompt_id, Stayed(), DeviceRole(0))
    storage.close()

    async def scene(phone: App) -> None:
        again = Library(Storage(tmp_path), {GAME.key: GAME})
        for seat, key in enumerate(keys):
            visitor = again.guests.visitor_of_key(key)
            assert visitor is not None
            await opened(again, visitor, at(table), phone)
            await phone.sees("Tirada")
            assert again.matches.role_of(visitor, table.match.id) == DeviceRole(seat)
            await opened(again, visitor, at(table, "settings"), phone)
            await phone.sees(f"Este teléfono: {SEATS[seat]}")
        again.storage.close()

    played(scene)


# --- limits of a guest -------------------------------------------------------------------------------------------


SECRET = "Zoe"


@pytest.mark.parametrize("rest", ["", "history", "settings", "settings/cheers", "seat", "phones", "nonsense"])
def test_a_table_that_is_not_theirs_leads_a_guest_home(library, table, rest: str) -> None:
    """Another table's address leads a guest to its home page and shows nothing of that table."""
    other = library.matches.create("counting", (SECRET, "Yago"))
    visitor = invited(library, table)

    async def scene(phone: App) -> None:
        for place in (other.match.id, "no-such-table", ".."):
            await opened(library, visitor, f"/t/{place}/{rest}".rstrip("/"), phone)
            await phone.sees("Esa mesa no está abierta para este teléfono", "Tus mesas", "Ana · Bea · Cai")
            assert SECRET not in phone.text
            assert "Yago" not in phone.text

    played(scene)
    assert not library.guests.is_admitted(visitor, other.match.id)


@pytest.mark.parametrize("route", ["/", "/new/counting", "/what", "/table", "/new"])
def test_a_guests_home_has_its_tables_and_nothing_to_begin_or_take_away(library, table, route: str) -> None:
    """A guest's home page lists its own tables only, and offers no management.

    No new game, import, export, deletion, invitation of the house or names of other matches.
    """
    library.matches.create("counting", (SECRET, "Yago"))
    visitor = invited(library, table)

    async def scene(phone: App) -> None:
        await opened(library, visitor, route, phone)
        await phone.sees("Tus mesas", "Ana · Bea · Cai")
        assert [name for name in phone.names() if name not in ("Español", "English")] == [
            next(name for name in phone.names() if "Ana · Bea · Cai" in name)
        ]
        assert SECRET not in phone.text
        assert ("Una partida nueva se empieza en el teléfono del anfitrión." in phone.text) is (
            route == "/new/counting"
        )

    played(scene)


def test_a_guest_at_no_table_reads_what_to_do(library, table) -> None:
    """A guest without a table reads on the home page what to do."""

    async def scene(phone: App) -> None:
        await opened(library, Visitor("nobody"), "/", phone)
        await phone.sees("Este teléfono no está en ninguna mesa. Escanea el código que te enseñe el anfitrión.")

    played(scene)


def test_a_guests_menu_has_its_own_settings_and_not_the_tables(library, table) -> None:
    """A guest's menu has its seat, its phone and the steps; the table's settings are the host's.

    The menu says so.
    """
    visitor = invited(library, table)
    library.guests.take_seat(visitor, table.match.id, 0)

    async def scene(phone: App) -> None:
        await opened(library, visitor, at(table, "settings"), phone)
        await phone.sees("Este teléfono: Ana", "Cómo juega la mesa se decide en el teléfono del anfitrión.")
        assert "Cheers" not in phone.text
        assert "Saltar a otra fase" in phone.text
        library.guests.take_seat(visitor, table.match.id, None, is_spectator=True)
        await phone.sees("Este teléfono: Mira")
        assert "Saltar a otra fase" not in phone.text

    played(scene)


def test_a_switch_that_is_the_hosts_refuses_a_guest_in_a_sentence(library, table) -> None:
    """A guest who reaches a switch by a rule sheet reads that only the host can change it."""
    visitor = invited(library, table)
    library.guests.take_seat(visitor, table.match.id, 0)

    async def scene(phone: App) -> None:
        await opened(library, visitor, at(table, "settings", "cheers"), phone)
        await phone.sees("Cheers")
        switch = next(one for one in phone.drawn() if type(one).__name__ == "Switch")
        await phone.change(switch, False)
        await phone.sees("Cómo juega la mesa solo lo cambia el teléfono del anfitrión.")
        assert table.table_state.seq == 0

    played(scene)


def test_a_finished_game_is_only_looked_at_by_a_guest(library, table) -> None:
    """A guest can neither export nor delete a finished match; a spectator has nothing to tap."""
    visitor = invited(library, table)
    library.guests.take_seat(visitor, table.match.id, 0)
    table.adjust("total.0", 10)
    table.put_away()

    async def scene(phone: App) -> None:
        await opened(library, visitor, at(table), phone)
        await phone.sees("Gana Ana")
        assert not {"Exportar", "Borrar"} & set(phone.names())
        assert "Seguir jugando" in phone.names()
        library.guests.take_seat(visitor, table.match.id, None, is_spectator=True)
        await phone.settle()
        assert "Seguir jugando" not in phone.names()

    played(scene)


def test_a_guest_that_looks_on_puts_no_game_away(library, table) -> None:
    """A spectator who leaves or revisits a finished match does not put it away for the players."""
    visitor = invited(library, table)
    library.guests.take_seat(visitor, table.match.id, None, is_spectator=True)
    table.adjust("total.0", 10)

    async def scene(phone: App) -> None:
        await opened(library, visitor, "/", phone)
        await phone.sees("Partidas terminadas")
        await phone.tap("Ana · Bea · Cai")
        await phone.sees("Gana Ana")
        if "Guardar la partida" in phone.names():
            await phone.tap("Guardar la partida")
        assert not table.is_put_away

    played(scene)


# --- managing phones ---------------------------------------------------------------------------------------------


def test_the_host_sees_every_phone_and_sends_one_away_after_asking(library, table) -> None:
    """The host sees each phone's seat and online state, and can send it away in two taps.

    Its seat is then free.
    """
    ana, bea = invited(library, table), invited(library, table)
    library.guests.take_seat(ana, table.match.id, 0)
    library.guests.take_seat(bea, table.match.id, None, is_spectator=True)
    connected(library.guests, bea)

    async def scene(phone: App) -> None:
        guest = await opened(library, ana, at(table))
        await guest.sees("Anyone?")
        await phone.open(build(library), at(table, "phones"))
        await phone.sees("En medio de la mesa", "Este teléfono · anfitrión · conectado", "Ana", "Desconectado", "Mira")
        await phone.sees("funciona solo en este aparato")
        await phone.tap("Echar a este teléfono: Ana")
        await phone.sees("¿Echar a este teléfono: Ana?", "Su asiento queda libre")
        assert library.guests.is_admitted(ana, table.match.id)
        await phone.tap("Echar")
        assert library.guests.claimed_seats(table.match.id) == frozenset()
        await guest.sees("Esa mesa no está abierta para este teléfono")
        assert "Anyone?" not in guest.text
        assert "Ana · Bea" not in guest.text
        guest.wire.dispose()

    played(scene)


def test_a_guest_sees_who_sits_where_without_any_power(library, table) -> None:
    """A guest sees who sits where, without the invitation code or a way to send anybody away."""
    ana, bea = invited(library, table), invited(library, table)
    library.guests.take_seat(ana, table.match.id, 0)
    library.guests.take_seat(bea, table.match.id, 1)

    async def scene(phone: App) -> None:
        await opened(library, ana, at(table, "phones"), phone)
        await phone.sees("Ana", "Bea", "Desconectado")
        await phone.sees("En medio de la mesa", "Anfitrión")
        assert phone.names() == ["Atrás"]
        assert "funciona solo en este aparato" not in phone.text

    played(scene)


def test_the_host_renews_the_code_and_closes_the_table(library, table) -> None:
    """The host can renew the code and close the table.

    The old code then lets nobody in; a closed table sends all guests away and can be opened again.
    """
    guests = library.guests
    library.device_access = LanAccess(guests, 8550)
    old = guests.table_invitation(table.match.id)
    ana = invited(library, table)
    guests.take_seat(ana, table.match.id, 0)

    async def scene(phone: App) -> None:
        guest = await opened(library, ana, at(table))
        await guest.sees("Anyone?")
        await phone.open(build(library), at(table, "phones"))
        await phone.sees("Invitar a esta mesa", old)
        await phone.tap("Código nuevo")
        await phone.sees("¿Un código nuevo para esta mesa?")
        await phone.tap("Hacer uno nuevo")
        fresh = guests.table_invitation(table.match.id)
        assert fresh != old
        await phone.sees(fresh)
        assert guests.redeem_invitation(old, "") is None
        assert guests.is_admitted(ana, table.match.id)
        await phone.tap("Cerrar la mesa")
        await phone.sees("¿Cerrar esta mesa?")
        await phone.tap("Cerrarla")
        await phone.sees("Esta mesa está cerrada: no entra nadie más.")
        assert fresh not in phone.text
        assert guests.redeem_invitation(fresh, "") is None
        await guest.sees("Esa mesa no está abierta para este teléfono")
        assert "Anyone?" not in guest.text
        await phone.tap("Abrirla otra vez")
        await phone.sees(guests.table_invitation(table.match.id))
        guest.wire.dispose()

    played(scene)
    assert library.matches.all()


# --- settings of one phone ---------------------------------------------------------------------------------------


def test_a_guest_speaks_and_looks_as_it_likes_and_the_table_stays_as_the_host_chose(library, table) -> None:
    """A guest's language and theme are stored in its browser and leave the host's unchanged.

    A new phone starts with the host's.
    """
    library.settings.save("language", "en")
    library.settings.save("theme", "dark")
    visitor = invited(library, table)
    library.guests.take_seat(visitor, table.match.id, 0)

    async def scene(phone: App) -> None:
        await opened(library, visitor, at(table, "settings"), phone)
        await phone.sees("This phone: Ana")
        assert phone.page.theme_mode.value == "dark"
        await phone.tap("Español")
        await phone.sees("Este teléfono: Ana")
        await phone.choose("light")
        await phone.settle()
        assert phone.page.theme_mode.value == "light"
        assert (library.settings.get("language"), library.settings.get("theme")) == ("en", "dark")
        kept = look_of(phone.page).preferences
        assert (kept.language, kept.theme) == ("es", "light")

    played(scene)


def test_who_leaves_is_asked_once_and_gives_the_seat_back(library, table) -> None:
    """Leaving asks once and frees the seat; coming back needs the code."""
    visitor = invited(library, table)
    library.guests.take_seat(visitor, table.match.id, 2)

    async def scene(phone: App) -> None:
        await opened(library, visitor, at(table, "seat"), phone)
        await phone.tap("Dejar esta mesa")
        await phone.sees("¿Dejar esta mesa?")
        assert library.guests.claimed_seats(table.match.id) == {2}
        await phone.tap("Dejarla")
        await phone.sees("Esa mesa no está abierta para este teléfono")
        assert library.guests.claimed_seats(table.match.id) == frozenset()

    played(scene)


def test_the_history_says_which_phone_did_it(library, table) -> None:
    """With a single phone the history names the table, otherwise the host or the seat's player."""
    visitor = invited(library, table)
    library.guests.take_seat(visitor, table.match.id, 1)

    async def scene(phone: App) -> None:
        table.answer(table.prompt_id, Stayed())
        await phone.open(build(library), at(table, "history"))
        await phone.sees("la mesa")
        table.adjust("total.0", 1, DeviceRole(1))
        table.undo(DeviceRole())
        await phone.sees("el teléfono del anfitrión", "· Bea", "un teléfono en medio")

    played(scene)


def test_a_phone_that_looks_on_finds_nothing_to_take_back(library, table) -> None:
    """A spectator can read the history and undo nothing."""
    visitor = invited(library, table)
    library.guests.take_seat(visitor, table.match.id, None, is_spectator=True)
    table.answer(table.prompt_id, Stayed())

    async def scene(phone: App) -> None:
        await opened(library, visitor, at(table, "history"), phone)
        await phone.sees("la mesa")
        assert phone.names() == ["Atrás"]

    played(scene)


def test_a_seat_says_at_its_own_phone_where_it_wants_to_be_asked(tmp_path: Path) -> None:
    """A seat's phone changes that seat's stops only, with one tap, and the log names the phone.

    No other seat's stops are on the page.
    """
    library = Library(Storage(tmp_path), GAMES)
    table = library.matches.create("four_souls", SEATS)
    visitor = invited(library, table)
    library.guests.take_seat(visitor, table.match.id, 1)

    async def scene(phone: App) -> None:
        await opened(library, visitor, at(table, "settings"), phone)
        await phone.sees("Dónde quieres que te pregunte")
        assert "Dónde quiere Ana" not in phone.text
        await phone.tap("Parar en la muerte de un jugador: sí")
        await phone.settle()
        assert dict(table.state.rulings)["stop.death@1"] == "on"
        assert table.log()[-1].entry.actor == "Bea"
        await phone.sees("Parar en la muerte de un jugador: sí")

    played(scene)
    library.storage.close()
