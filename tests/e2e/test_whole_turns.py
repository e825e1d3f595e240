"""A whole turn of each game by taps, on a screen that is looked at after every tap: with two sizes of letters.

Each observer of the looks is tried on a faulty page in ``test_screen_observers``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from companion.library.library import Library
from companion.match.table import Table
from companion.storage.matches import Storage
from rules.boss_monster.model.events import Chose as Boss
from rules.boss_monster.model.events import Handed
from rules.darkmoor.model.cards import HeroCard, LocationCard
from rules.darkmoor.model.events import Began as Fled
from rules.darkmoor.model.events import Located, TurnedUp
from rules.engine import Event
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.events import Began, Chose, Revealed
from rules.king_of_tokyo.model.events import Began as First
from rules.malifaux.model.events import Agreed, Deployed, Mustered
from rules.malifaux.model.state import Recruit
from rules.registry import GAMES
from tests.support.screen.look import RENDERER, saved
from tests.support.screen.watch import Watch, options
from tests.support.ui import browser as driving
from tests.support.ui.browser import Server

NAMES = ("Eva", "Fernanda", "Constantinopla")
"""Names of 3, 8 and 14 letters, each a single word."""
SIZES = (100, 130)
"""Sizes of letters in per cent; the first player's turn has the first, the next player's the second."""
NOBODY, GOES_ON = re.compile("^Nadie responde"), re.compile("^Nadie: sigue")
OWN_CARD = re.compile("[Cc]arta de botín$")
SIGNS = {"1": "1", "⚡": "energía", "x": "garra"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all games, whose pages say what they paint."""
    server = Server(tmp_path_factory.mktemp("turns"))
    server.environment = dict(RENDERER)
    try:
        yield server.start()
    finally:
        server.kill()


Watched = Callable[[int], Any]


@pytest.fixture
def watched(chromium: Any, served: Server) -> Callable[..., Any]:
    """Opens a phone with letters of that size at a table where these events have happened."""

    @contextmanager
    def opened(table: str, scale: int) -> Iterator[Watch]:
        with driving.phone(chromium, served, f"/table/{table}", **options(scale)) as phone:
            watch = Watch(phone, served, table)
            yield watch.check()
            assert len(watch.seen) == len(saved(served.data, table).state.seats)

    return opened


def laid(served: Server, game: str, *events: Event, names: tuple[str, ...] = NAMES, **rulings: str) -> str:
    """A match at which these events have happened."""
    storage = Storage(served.data)
    table: Table = Library(storage, GAMES).new_match(game, names, tuple(rulings.items()))
    for event in events:
        table.answer(table.prompt_id, event)
    storage.close()
    return table.match.id


# --- Four Souls --------------------------------------------------------------------------------------------------


def test_four_souls(served: Server, watched: Callable[..., Any]) -> None:
    """A loot card, an attack with an answer, a kill, a new monster; then a purchase and a miss with large letters."""
    said = [Chose(0, "isaac"), Chose(1, "maggy"), Chose(2, "judas"), Began(0)]
    shown = [Revealed(slot, (monsters()[card],)) for slot, card in enumerate(("fly", "ring-of-flies"))]
    match = laid(served, "four_souls", *said, *shown)
    with watched(match, SIZES[0]) as turn:
        turn.tap("Carta de botín", re.compile("^Más: ¢"), "A la pila", sees="PILA · 1")
        turn.tap(NOBODY, sees="Eva, vida 2, ¢ 4")
        turn.tap(re.compile("^Atacar Mosca"), sees="Tira un dado contra").tap("Dado: 5", sees="Tirada de 5")
        turn.tap("Alguien responde", "Responde Constantinopla", OWN_CARD)
        turn.reads("a la tirada").tap(re.compile("^Más: ¢"), "A la pila", sees="PILA · 2")
        turn.tap(NOBODY, sees="Constantinopla, vida 2, ¢ 4")
        turn.tap("Alguien responde", "Responde Constantinopla").reads("ya se han usado")
        turn.tap(NOBODY, sees="uerte de Mosca")
        turn.tap(NOBODY, sees="Toca los tres números")
        turn.tap("vida 2", "evasión 3", "ataque 1", "Clotty", sees="¿Qué haces?")
        turn.tap(re.compile("^Terminar el turno"), sees="Fernanda decide")
    with watched(match, SIZES[1]) as turn:
        turn.tap(re.compile("^Atacar Anillo de moscas"), sees="Tira un dado contra").tap("Dado: 1", sees="Tirada de 1")
        turn.tap("Alguien responde", "Responde Constantinopla", OWN_CARD).reads("a la tirada")
        turn.tap(re.compile("^Más: ¢"), "A la pila", sees="PILA · 2")
        turn.tap(NOBODY, sees="Constantinopla, vida 2, ¢ 5")
        turn.tap("Alguien responde", "Responde Constantinopla").reads("ya se han usado")
        turn.tap(NOBODY, sees="Fernanda, vida 1")


# --- King of Tokyo -----------------------------------------------------------------------------------------------


def test_king_of_tokyo(served: Server, watched: Callable[..., Any]) -> None:
    """A roll into Tokyo and a purchase left out; then a roll that hits, a yield, the odds and the cards."""
    match = laid(served, "king_of_tokyo", First(0))
    with watched(match, SIZES[0]) as turn:
        turn.tap(*dice("⚡⚡⚡⚡xx"), sees="¿Compra Eva")
        turn.tap("Comprar una carta").tap("Cerrar", "Nada más", sees="Tira Fernanda")
    with watched(match, SIZES[1]) as turn:
        turn.tap("Probabilidades", "Cerrar", *dice("⚡⚡⚡xx1"), sees="A Eva le han golpeado")
        turn.tap(re.compile("^Ceder"), sees="¿Compra Fernanda").tap("Nada más", sees="Tira Constantinopla")


def dice(signs: str) -> list[str]:
    return [f"Dado: {SIGNS[sign]}" for sign in signs]


# --- Malifaux ----------------------------------------------------------------------------------------------------


def test_malifaux(served: Server, watched: Callable[..., Any]) -> None:
    """Initiative, activations with a wound, the end of the turn."""
    crews = (("Rasputina", 10), ("Wendigo", 5)), (("Seamus", 11), ("Bella podrida", 6))
    mustered = [Mustered(seat, tuple(Recruit(*one) for one in crew), 1) for seat, crew in enumerate(crews)]
    match = laid(served, "malifaux", Agreed(), *mustered, Deployed(0), names=NAMES[1:])
    with watched(match, SIZES[0]) as turn:
        turn.tap("Nadie gasta", "un 9", sees="Constantinopla voltea").tap("un 5").tap("Nadie gasta")
        turn.tap("Primer Jugador", sees="activa una miniatura").tap(re.compile("^Rasputina, Queda"))
        turn.tap("Bella podrida, 6 de 6 heridas", "Menos: heridas", "Cerrar").tap("Rasputina ha terminado")
    with watched(match, SIZES[1]) as turn:
        turn.tap(re.compile("^Seamus, Queda"), "Seamus ha terminado").tap(re.compile("^Wendigo, Queda"))
        turn.tap("Wendigo ha terminado").tap(re.compile("^Bella podrida, Queda"), "Bella podrida ha terminado")
        turn.tap("Fernanda +1", "No hay más puntos", sees="turno 2")


# --- Retreat to Darkmoor -----------------------------------------------------------------------------------------


def test_darkmoor(served: Server, watched: Callable[..., Any]) -> None:
    """A minion of plain numbers, one of the printed ones; then one that brings the hero, with large letters."""
    places = [
        Located((LocationCard(name, vp=4),)) for name in ("Pantano Negro", "Valle de los Dientes", "Risco", "Foso")
    ]
    match = laid(served, "darkmoor", *places, TurnedUp((HeroCard("Mad Malis", threshold=6),)), Fled(0))
    with watched(match, SIZES[0]) as turn:
        turn.tap("Pantano Negro, ", sees="¿qué esbirro se juega?").tap("peligro 3", "PV 2", sees="haz lo que dice")
        turn.tap(re.compile("^Nada, o ya está hecho"), sees="Fernanda juega un esbirro")
    with watched(match, SIZES[1]) as turn:
        turn.tap("Valle de los Dientes, ", sees="¿qué esbirro se juega?").tap("Oso temible").tap("Más: peligro")
        turn.tap("Es este")


# --- Boss Monster ------------------------------------------------------------------------------------------------


def test_boss_monster(served: Server, watched: Callable[..., Any]) -> None:
    """Rooms, heroes, who lures whom; then the heroes' walks with large letters."""
    bosses = [Boss(seat, boss) for seat, boss in enumerate(("robobo", "gorgona", "cerebellus"))]
    match = laid(served, "boss_monster", *bosses, Handed())
    with watched(match, SIZES[0]) as turn:
        for name in reversed(NAMES):
            turn.phone.sees(f"{name} pone una habitación")
            turn.tap("En la entrada")
        for name, room in zip(
            reversed(NAMES), ("Colmena de sorbesesos", "Cueva del neandertal", "Altar lúgubre"), strict=True
        ):
            turn.phone.sees(f"{name} revela una habitación")
            turn.tap(re.compile(f"^{room}"))
        turn.phone.sees("a la ciudad el héroe")
        turn.tap("Guerrero (4)", "Mago (8)", "Clérigo (4)", sees="pone una habitación")
    with watched(match, SIZES[1]) as turn:
        turn.tap("Ninguna habitación", "Ninguna habitación", "Ninguna habitación", sees="en la mazmorra")
        turn.tap(GOES_ON, GOES_ON, sees="a la ciudad el héroe")
