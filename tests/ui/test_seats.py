"""The pages by which phones share a table: who sits where, who is invited, what a guest sees of a house."""

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
from rules.engine import Refused
from rules.registry import GAMES
from tests.support.ui.app import App, played
from tests.support.ui.guests import invited, opened
from tests.toy.counting import GAME, Stayed

SEATS = ("Ana", "Bea", "Cai")


@pytest.fixture
def table(library: Library) -> Table:
    return library.new_match("counting", SEATS)


def at(table: Table, *more: str) -> str:
    return "/".join((f"/table/{table.match.id}", *more))


def connected(guests: DeviceRegistry, visitor: Visitor) -> None:
    """Its page is open."""
    guests.register_connection(visitor, lambda *why: None)


# --- who are you -------------------------------------------------------------------------------------------------


def test_a_guest_is_asked_who_they_are_and_one_tap_sits_them_down(library, table) -> None:
    """A phone that comes for the first time sees the seats and no table; after one tap it is its seat's."""
    visitor = invited(library, table)

    async def scene(phone: App) -> None:
        await opened(library, visitor, at(table), phone)
        await phone.sees("¿Quién eres?", *SEATS, "En medio de la mesa", "Solo mirar")
        assert "Anyone?" not in phone.text
        await phone.tap("Bea: Libre")
        await phone.sees("Anyone?")
        assert library.role_of(visitor, table.match.id) == DeviceRole(1)
        await phone.tap("Hush")
        assert table.log()[-1].entry.actor == "Bea"

    played(scene)


@pytest.mark.parametrize(
    ("tap", "chair"), [("En medio de la mesa", DeviceRole()), ("Solo mirar", DeviceRole(is_spectator=True))]
)
def test_a_phone_may_lie_in_the_middle_or_only_look_on(library, table, tap: str, chair: DeviceRole) -> None:
    """Who has no seat says that with one tap as well."""
    visitor = invited(library, table)

    async def scene(phone: App) -> None:
        await opened(library, visitor, at(table, "history"), phone)
        await phone.sees("¿Quién eres?")
        await phone.tap(tap)
        await phone.sees("Anyone?")
        assert library.role_of(visitor, table.match.id) == chair

    played(scene)


def test_a_taken_seat_says_so_and_only_the_host_takes_it_over_from_one_that_sleeps(library, table) -> None:
    """Nobody taps a seat whose phone is awake; the host may have that of a sleeping one, after a question."""
    first, second = (invited(library, table) for _ in range(2))
    library.guests.take_seat(first, table.match.id, 0)
    library.guests.take_seat(second, table.match.id, 1)
    connected(library.guests, second)

    async def scene(phone: App) -> None:
        await opened(library, LOCAL_BROWSER, at(table, "seat"), phone)
        await phone.sees("Otro teléfono, dormido")
        assert phone.find("Bea: Otro teléfono").on_click is None
        await phone.tap("Ana: Otro teléfono, dormido")
        await phone.sees("¿Eres Ana?")
        await phone.tap("Cancelar")
        assert library.role_of(first, table.match.id) == DeviceRole(0)
        await phone.tap("Ana: Otro teléfono, dormido")
        await phone.tap("Sí, soy Ana")
        await phone.sees("Anyone?")
        assert library.role_of(LOCAL_BROWSER, table.match.id) == DeviceRole(0, is_host=True)
        assert library.role_of(first, table.match.id) is None
        woken = await opened(library, first, at(table))
        await woken.sees("¿Quién eres?", "Otro teléfono")
        woken.wire.dispose()

    played(scene)


def test_no_guest_takes_a_seat_from_a_phone_that_sleeps(library, table) -> None:
    """A seat has its secrets: who finds its phone asleep reads that only the host can free it, and cannot force it."""
    sleeps, comes = invited(library, table), invited(library, table)
    library.guests.take_seat(sleeps, table.match.id, 0)

    async def scene(phone: App) -> None:
        await opened(library, comes, at(table), phone)
        await phone.sees("Otro teléfono, dormido: el anfitrión puede echarlo")
        assert phone.find("Ana: Otro teléfono").on_click is None

    played(scene)
    with pytest.raises(Refused):
        library.guests.take_seat(comes, table.match.id, 0, take_over=True)
    assert library.role_of(sleeps, table.match.id) == DeviceRole(0)


def test_two_who_tap_one_seat_at_once_get_one_seat(library, table) -> None:
    """The second reads that another phone has it."""
    one, other = invited(library, table), invited(library, table)

    async def scene(phone: App) -> None:
        await opened(library, one, at(table), phone)
        await phone.sees("¿Quién eres?")
        button = phone.find("Ana: Libre")
        library.guests.take_seat(other, table.match.id, 0)
        await phone.session.dispatch_event(button._i, "click", None)
        await phone.sees("Otro teléfono tiene ese asiento.")
        assert library.role_of(one, table.match.id) is None

    played(scene)


def test_the_hosts_phone_begins_in_the_middle_and_can_sit_down(library, table) -> None:
    """It is never asked; in the menu it says where it is, and can sit down and get up."""

    async def scene(phone: App) -> None:
        await phone.open(build(library), at(table, "settings"))
        await phone.sees("Este teléfono: En medio de la mesa")
        await phone.tap("Este teléfono: En medio de la mesa")
        await phone.sees("¿Quién eres?")
        await phone.tap("Cai: Libre")
        await phone.sees("Anyone?")
        assert library.role_of(LOCAL_BROWSER, table.match.id) == DeviceRole(2, is_host=True)
        await opened(library, LOCAL_BROWSER, at(table, "settings"), phone)
        await phone.sees("Este teléfono: Cai")

    played(scene)


def test_every_phone_is_back_in_its_seat_after_the_server_was_killed(tmp_path: Path) -> None:
    """A seat belongs to the browser's key and lies in the file: nobody is asked again."""
    storage = Storage(tmp_path)
    library = Library(storage, {GAME.key: GAME})
    table = library.new_match("counting", SEATS)
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
            await phone.sees("Roll")
            assert again.role_of(visitor, table.match.id) == DeviceRole(seat)
            await opened(again, visitor, at(table, "settings"), phone)
            await phone.sees(f"Este teléfono: {SEATS[seat]}")
        again.storage.close()

    played(scene)


# --- what is not theirs ------------------------------------------------------------------------------------------


SECRET = "Zoe"


@pytest.mark.parametrize("rest", ["", "history", "settings", "settings/cheers", "seat", "phones", "nonsense"])
def test_a_table_that_is_not_theirs_leads_a_guest_home(library, table, rest: str) -> None:
    """Whatever address a guest types: of another table nothing is shown, not even who plays."""
    other = library.new_match("counting", (SECRET, "Yago"))
    visitor = invited(library, table)

    async def scene(phone: App) -> None:
        for place in (other.match.id, "no-such-table", ".."):
            await opened(library, visitor, f"/table/{place}/{rest}".rstrip("/"), phone)
            await phone.sees("Esa mesa no está abierta para este teléfono", "Tus mesas", "Ana · Bea · Cai")
            assert SECRET not in phone.text
            assert "Yago" not in phone.text

    played(scene)
    assert not library.guests.is_admitted(visitor, other.match.id)


@pytest.mark.parametrize("route", ["/", "/new/counting", "/what", "/table", "/new"])
def test_a_guests_home_has_its_tables_and_nothing_to_begin_or_take_away(library, table, route: str) -> None:
    """No new game, no import or export, nothing deleted, no invitation of the house, no other game's names."""
    library.new_match("counting", (SECRET, "Yago"))
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
    """An empty home page is no dead end."""

    async def scene(phone: App) -> None:
        await opened(library, Visitor("nobody"), "/", phone)
        await phone.sees("Este teléfono no está en ninguna mesa. Escanea el código que te enseñe el anfitrión.")

    played(scene)


def test_a_guests_menu_has_its_own_settings_and_not_the_tables(library, table) -> None:
    """How the table plays is the host's; a guest reads that, and finds its seat, its phone and the steps."""
    visitor = invited(library, table)
    library.guests.take_seat(visitor, table.match.id, 0)

    async def scene(phone: App) -> None:
        await opened(library, visitor, at(table, "settings"), phone)
        await phone.sees("Este teléfono: Ana", "Cómo juega la mesa se decide en el teléfono del anfitrión.")
        assert "Cheers" not in phone.text
        assert "Estamos en otro paso" in phone.text
        library.guests.take_seat(visitor, table.match.id, None, is_spectator=True)
        await phone.sees("Este teléfono: Mira")
        assert "Estamos en otro paso" not in phone.text

    played(scene)


def test_a_switch_that_is_the_hosts_refuses_a_guest_in_a_sentence(library, table) -> None:
    """Who comes to a switch from what was explained sees it, and reads whose it is."""
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
    """No export and no deletion on a guest's phone, and nothing at all to tap for one that looks on."""
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
    """Going home from a game that has ended, or coming back to it, leaves it on the table for those who play."""
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


# --- the phones --------------------------------------------------------------------------------------------------


def test_the_host_sees_every_phone_and_sends_one_away_after_asking(library, table) -> None:
    """Who sits where and is awake; a tap and one more show a phone the door, and its seat is free."""
    ana, bea = invited(library, table), invited(library, table)
    library.guests.take_seat(ana, table.match.id, 0)
    library.guests.take_seat(bea, table.match.id, None, is_spectator=True)
    connected(library.guests, bea)

    async def scene(phone: App) -> None:
        guest = await opened(library, ana, at(table))
        await guest.sees("Anyone?")
        await phone.open(build(library), at(table, "phones"))
        await phone.sees("En medio de la mesa", "Este teléfono · anfitrión · despierto", "Ana", "Dormido", "Mira")
        await phone.sees("sobremesa --lan")
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
    """No code, no way to send anybody away."""
    ana, bea = invited(library, table), invited(library, table)
    library.guests.take_seat(ana, table.match.id, 0)
    library.guests.take_seat(bea, table.match.id, 1)

    async def scene(phone: App) -> None:
        await opened(library, ana, at(table, "phones"), phone)
        await phone.sees("Ana", "Bea", "Dormido")
        await phone.sees("En medio de la mesa", "Anfitrión")
        assert phone.names() == ["Atrás"]
        assert "sobremesa --lan" not in phone.text

    played(scene)


def test_the_host_renews_the_code_and_closes_the_table(library, table) -> None:
    """A new code lets nobody in with the old one; a closed table sends every guest away and can be opened again."""
    guests = library.guests
    library.lan_access = LanAccess(guests, 8550)
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
        await phone.sees(guests.invitation(table.match.id))
        guest.wire.dispose()

    played(scene)
    assert library.matches()


# --- what is a phone's own ---------------------------------------------------------------------------------------


def test_a_guest_speaks_and_looks_as_it_likes_and_the_table_stays_as_the_host_chose(library, table) -> None:
    """What a guest chooses is kept by its browser; the host's choice is what a new phone begins with."""
    library.save_setting("language", "en")
    library.save_setting("theme", "dark")
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
        assert (library.setting("language"), library.setting("theme")) == ("en", "dark")
        kept = phone.page.data
        assert (kept.language, kept.theme) == ("es", "light")

    played(scene)


def test_who_leaves_is_asked_once_and_gives_the_seat_back(library, table) -> None:
    """A guest that goes needs the code to come back."""
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
    """One phone alone is the table; beside others it is the host's, and each seat goes by its name."""
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
    """Its history can be read and not touched."""
    visitor = invited(library, table)
    library.guests.take_seat(visitor, table.match.id, None, is_spectator=True)
    table.answer(table.prompt_id, Stayed())

    async def scene(phone: App) -> None:
        await opened(library, visitor, at(table, "history"), phone)
        await phone.sees("la mesa")
        assert phone.names() == ["Atrás"]

    played(scene)


def test_a_seat_says_at_its_own_phone_where_it_wants_to_be_asked(tmp_path: Path) -> None:
    """One tap settles it for this seat alone; the log says whose phone it was, and no other seat's stops are there."""
    library = Library(Storage(tmp_path), GAMES)
    table = library.new_match("four_souls", SEATS)
    visitor = invited(library, table)
    library.guests.take_seat(visitor, table.match.id, 1)

    async def scene(phone: App) -> None:
        await opened(library, visitor, at(table, "settings"), phone)
        await phone.sees("Dónde quieres que te pregunte")
        assert "Dónde quiere Ana" not in phone.text
        await phone.tap("Parar en una muerte: sí")
        await phone.settle()
        assert dict(table.state.rulings)["stop.death@1"] == "on"
        assert table.log()[-1].entry.actor == "Bea"
        await phone.sees("Parar en una muerte: sí")

    played(scene)
    library.storage.close()
