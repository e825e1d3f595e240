"""The home page, the set-up and the table's menu, without a browser."""

import asyncio
import re
from datetime import datetime

import flet as ft
import pytest

from companion.base.dates import format_relative_time
from companion.i18n import translator
from companion.library.library import Library
from companion.ui.app import parent_route, themed_game
from companion.ui.screens.start.plan import MatchPlan, last_plan
from companion.ui.session.phone import Phone
from rules.engine import Text
from rules.registry import GAMES
from tests.support.ui.app import App, app_at
from tests.toy.counting import GAME

ES = translator("es")


async def test_an_empty_home_says_what_to_do(library: Library) -> None:
    """Without matches the home page shows a welcome and each game's cover, nothing to resume."""
    phone = await app_at(library)
    assert "La mesa aún está vacía" in phone.text
    assert "Four Souls" in phone.text
    assert "Contar" in phone.text
    assert "Seguir" not in phone.text


async def test_the_game_played_last_comes_first(library: Library) -> None:
    """Each game has one cover with its player counts that opens its set-up; the latest is first."""

    def covers(phone: App) -> list[str]:
        return [name for name in phone.names() if re.search(r", \d–\d jugadores$", name)]

    phone = await app_at(library)
    before = covers(phone)
    await phone.tap("Contar, ")
    assert phone.page.route == f"/new/{GAME.key}"
    library.matches.create("counting", ("Ana", "Bea"))
    after = covers(await app_at(library))
    assert len(before) == len(library.games)
    assert before[-1].startswith("Contar")
    assert after == [before[-1], *before[:-1]]


async def test_the_browser_chooses_the_language_until_somebody_does(library: Library) -> None:
    """An English browser reads English, any other Spanish; a choice in the app overrides it.

    It also holds for the next phone.
    """
    phone = await app_at(library)
    assert "Partida nueva" in phone.text
    await phone.tap("English")
    assert "New game" in phone.text
    phone = await app_at(library)
    assert "New game" in phone.text


async def test_a_game_goes_on_where_it_was(library: Library) -> None:
    """A match that was begun on any phone shows its players and its question, and one tap opens its table."""
    phone = await app_at(library)
    table = library.matches.create("counting", ("Ana", "Bea"))
    await phone.sees("Ana · Bea", "Anyone?")
    await phone.tap("Ana · Bea")
    assert phone.page.route == f"/t/{table.match.id}"


async def test_a_table_sits_down_with_a_tap(library: Library) -> None:
    """One tap starts a match with numbered players and opens its table on this phone."""
    phone = await app_at(library)
    await phone.tap("Contar")
    await phone.tap("3 jugadores")
    await phone.tap("Empezar")
    [match] = library.matches.all()
    assert match.seats == ("Jugador 1", "Jugador 2", "Jugador 3")
    assert phone.page.route == f"/t/{match.id}"


async def test_the_last_table_is_remembered(library: Library) -> None:
    """Names, number of players and house rules are remembered, so that one tap starts."""
    phone = await app_at(library, route="/new/counting")
    await phone.type("Jugador 1", "Ana")
    await phone.type("Jugador 2", "Bea")
    await phone.change(phone.one(ft.Switch), False)
    await phone.tap("Empezar")
    phone = await app_at(library, route="/new/counting")
    await phone.tap("Empezar")
    new, old = library.matches.all()
    assert new.seats == old.seats == ("Ana", "Bea")
    assert new.rulings == (("cheers", "off"),)


async def test_no_letter_is_lost(library: Library) -> None:
    """A name typed faster than pages are redrawn is complete when the match starts."""
    phone = await app_at(library, route="/new/counting")
    field = phone.one(ft.TextField, lambda one: one.label == "Jugador 2")
    start = phone.find("Empezar")
    phone.session.apply_patch(field._i, {"value": "Beatriz"})
    typed = phone.session.dispatch_event(field._i, "change", "Beatriz")
    await asyncio.gather(typed, phone.session.dispatch_event(start._i, "click", None))
    assert library.matches.all()[0].seats[1] == "Beatriz"


def test_nobody_is_called_like_somebody_else() -> None:
    """Two players of one name get a number, because the log identifies people by name."""
    assert MatchPlan(3, ("Ana", " Ana ", "")).seat_names(str) == ("Ana", "Ana 2", "3")
    assert MatchPlan(3, ("host", "stops", "phone")).seat_names(str) == ("host 2", "stops 2", "phone 2")  # log names


def test_what_was_remembered_may_be_out_of_date(library: Library) -> None:
    """Remembered player counts and rules that the game no longer has are dropped."""
    library.settings.save("players.counting", '["9"]')
    library.settings.save("rulings.counting", '["gone=on", "cheers=never", "cheers=off"]')
    library.settings.save("names", "not a list")
    phone = Phone(library, "es", print, print, print)
    assert last_plan(phone, GAME) == MatchPlan(2, (), (("cheers", "off"),))


async def test_an_address_is_a_page(library: Library) -> None:
    """The address alone decides the page, also after a restart; an unknown one is the home page."""
    for route in ("/new/nothing", "/what/is/this?x=y"):
        assert "Partida nueva" in (await app_at(library, route)).text
    assert [parent_route(route) for route in ("/t/x/history", "/t/x", "/new/y")] == ["/t/x", "/", "/"]
    assert themed_game(library, "/new/counting") == "counting"


async def test_a_switch_counts_at_once(library: Library) -> None:
    """A switch changed in the menu is an entry of the log and can be undone."""
    table = library.matches.create("counting", ("Ana", "Bea"))
    phone = await app_at(library, route=f"/t/{table.match.id}/settings")
    await phone.sees("Cheers")

    def cheers() -> ft.Switch:
        """The switch beside that title."""
        rows = [c.content for c in phone.drawn() if isinstance(c, ft.MergeSemantics) and isinstance(c.content, ft.Row)]
        return next(row.controls[-1] for row in rows if getattr(row.controls[0], "value", "") == "Cheers")

    await phone.change(cheers(), False)
    assert dict(table.state.rulings) == {"cheers": "off"}
    table.undo()
    await phone.settle()
    assert cheers().value is True


async def test_a_players_stop_follows_the_table_until_they_say_otherwise(library: Library) -> None:
    """A player's stop follows the table's until changed, and a changed one is listed by name.

    Each stop has three choices in a row.
    """
    table = library.matches.create("four_souls", ("Ana", "Beto"))
    title = ES(next(s.title for s in GAMES["four_souls"].switches if s.key == "stop.card@1"))
    phone = await app_at(library, route=f"/t/{table.match.id}/settings/stop.card@1")
    await phone.sees(title, "como la mesa", "sí", "no")
    folded = phone.text.count(f"{title}: no")
    await phone.tap(f"{title}: no")
    assert dict(table.state.rulings) == {"stop.card@1": "off"}
    await phone.settle()
    assert phone.text.count(f"{title}: no") == folded + 1
    await phone.tap(f"{title}: como la mesa")
    assert dict(table.state.rulings) == {"stop.card@1": "table"}


async def test_options_are_folded_by_what_they_are_about(library: Library) -> None:
    """Options are one folded line, in it groups: modes first, ambiguities together, changes named when folded."""
    groups = ["¿Cómo jugáis?", "Modos y extras", "Nivel de ayuda", "Qué lleva la app", "Reglas de la casa"]
    phone = await app_at(library, route="/new/four_souls")
    await phone.sees(*groups)
    folds = [one for one in phone.drawn() if isinstance(one, ft.ExpansionTile)]
    assert [one.title.value for one in folds] == groups
    assert not any(one.expanded for one in folds)
    rooms = next(s for s in GAMES["four_souls"].switches if s.key == "rooms")
    await phone.choose("solo")
    await phone.change(phone.one(ft.Switch), True)
    assert f"A solas, con dos personajes contra un dado de ocho, {ES(Text('Bonus souls'))}: sí" in phone.text
    assert ES(rooms.title) in phone.text
    assert "Project-Id" not in phone.text
    await phone.tap("Empezar")
    (match,) = library.matches.all()
    assert dict(match.rulings) == {"mode": "solo", "bonus_souls": "on"}


async def test_the_table_says_where_it_is(library: Library) -> None:
    """Going to another step takes two taps and leads back to the table."""
    table = library.matches.create("counting", ("Ana", "Bea"))
    phone = await app_at(library, route=f"/t/{table.match.id}/settings")
    await phone.sees("La tirada")
    await phone.tap("La tirada")
    assert table.prompt is not None
    assert table.prompt.rule == "TOY-4"
    assert phone.page.route == f"/t/{table.match.id}"


async def test_a_table_wears_its_light(library: Library) -> None:
    """The theme follows the system until one is chosen, and the choice is stored."""
    table = library.matches.create("counting", ("Ana", "Bea"))
    phone = await app_at(library, route=f"/t/{table.match.id}/settings")
    await phone.sees("Oscuro")
    assert phone.page.theme_mode is ft.ThemeMode.SYSTEM
    await phone.choose("dark")
    assert phone.page.theme_mode is ft.ThemeMode.DARK
    assert library.settings.get("theme") == "dark"


@pytest.mark.parametrize(
    ("ago", "said"),
    [(5, "ahora mismo"), (65, "hace 1 minuto"), (600, "hace 10 minutos"), (40 * 86400, "el 01/01/2026")],
)
def test_time_is_told_as_people_do(ago: float, said: str) -> None:
    """Times are told as "just now", minutes ago, or a day."""
    now = datetime(2026, 2, 10, 12).timestamp()
    assert format_relative_time(ES, now - ago, now) == said
