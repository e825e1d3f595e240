"""A rematch: the same people, order and settings, and every phone of the table goes along."""

from __future__ import annotations

import asyncio

import pytest

from companion.library.library import Library
from companion.match.table import Table
from companion.stats.timing import CLOCK_SETTING
from rules.engine import Refused
from tests.support.moments import gain_souls
from tests.support.ui.app import app_at
from tests.support.ui.guests import invited, opened
from tests.support.ui.headless import action_phase

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture
def table(library: Library) -> Table:
    """A match that Ana has just won, with settings that were changed on the way."""
    table = action_phase(library)
    table.set_ruling("FS-A7", "official")
    table.set_ruling("follow.loot", "off")
    gain_souls(table, 4)
    assert table.state.outcome is not None
    return table


def settings_of(table: Table) -> dict[str, str]:
    return dict(table.state.rulings)


def test_a_rematch_has_the_same_people_order_and_settings(library: Library, table: Table) -> None:
    """Settings are those at the end of the match, also those that were changed during it."""
    library.settings.save(f"{CLOCK_SETTING}.{table.match.id}", "on")
    again = library.matches.rematch(table.match.id)
    assert (again.match.game, again.match.seats) == (table.match.game, table.match.seats)
    assert settings_of(again) == settings_of(table)
    assert settings_of(again)["FS-A7"] == "official"
    assert again.table_state.seq == 0 or again.state.turn == 0
    assert library.settings.get(f"{CLOCK_SETTING}.{again.match.id}") == "on"
    assert (table.is_put_away, again.is_put_away) == (True, False)


def test_a_second_tap_begins_no_second_rematch(library: Library, table: Table) -> None:
    """While the rematch is not over it is the one; a deleted one is begun anew."""
    again = library.matches.rematch(table.match.id)
    assert library.matches.rematch(table.match.id) is again
    library.matches.delete(again.match.id)
    assert library.matches.rematch(table.match.id) is not again


def test_a_match_that_goes_on_has_no_rematch(library: Library) -> None:
    """A rematch begins only when the match is over."""
    table = action_phase(library)
    with pytest.raises(Refused):
        library.matches.rematch(table.match.id)
    assert len(library.matches.all()) == 1


def test_the_devices_keep_their_seats(library: Library, table: Table) -> None:
    """A player, a watcher and one who has not chosen have at the new table the places of the old one."""
    beto, watcher, nobody = (invited(library, table) for _ in range(3))
    library.guests.take_seat(beto, table.match.id, 1)
    library.guests.take_seat(watcher, table.match.id, None, True)
    again = library.matches.rematch(table.match.id)
    role = library.matches.role_of(beto, again.match.id)
    assert role is not None
    assert role.seat == 1
    watching = library.matches.role_of(watcher, again.match.id)
    assert watching is not None
    assert watching.is_spectator
    assert library.matches.role_of(nobody, again.match.id) is None
    assert again.claimed_seats == frozenset({1})
    stranger = invited(library, action_phase(library))
    assert not library.guests.is_admitted(stranger, again.match.id)


async def test_the_host_taps_and_every_phone_goes_along(library: Library, table: Table) -> None:
    """The host's tap opens the new table there and on the player's phone; both can go back to the old one."""
    beto = invited(library, table)
    library.guests.take_seat(beto, table.match.id, 1)
    phone = await app_at(library, f"/t/{table.match.id}")
    await phone.sees("Gana Ana", "Revancha")
    other = await asyncio.create_task(opened(library, beto, f"/t/{table.match.id}"))
    await asyncio.create_task(other.sees("Gana Ana"))
    assert "Revancha" not in other.names()
    await asyncio.create_task(phone.tap("Revancha"))
    await asyncio.create_task(phone.sees("¿quién eres?"))
    await asyncio.create_task(other.sees("¿quién eres?"))
    new = library.matches.rematch_of(table.match.id)
    assert new
    assert phone.page.route == other.page.route == f"/t/{new}"
    late = await asyncio.create_task(opened(library, beto, f"/t/{table.match.id}"))
    await asyncio.create_task(late.sees("Gana Ana", "Seguir jugando"))
    assert late.page.route == f"/t/{table.match.id}"
    other.wire.dispose()
    late.wire.dispose()
