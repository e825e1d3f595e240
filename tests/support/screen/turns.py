"""A whole turn of each game by taps, on a phone that is looked at after each: played by tests and measurements.

The names to tap are written in Spanish. One that begins with ``^`` or ends with ``$`` is a pattern.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from playwright.sync_api import Browser

from companion.library.library import Library
from companion.match.table import Table
from companion.storage.matches import Storage
from rules.boss_monster.model.events import Chose as Boss
from rules.boss_monster.model.events import Handed
from rules.darkmoor.model.cards import HeroCard, LocationCard
from rules.darkmoor.model.events import Began as Fled
from rules.darkmoor.model.events import Located, TurnedUp
from rules.engine import Adjusted, Event, FactSet
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.events import Began, Chose, Named, Revealed
from rules.king_of_tokyo.model.events import Began as First
from rules.malifaux.model.events import Deployed, Mustered
from rules.malifaux.model.state import Recruit
from rules.registry import GAMES
from tests.support.ui import browser as driving
from tests.support.ui.browser import Server

from .look import saved
from .watch import Watch, options

NAMES = ("Eva", "Fernanda", "Constantinopla")
"""Names of 3, 8 and 14 letters, each a single word."""
SIGNS = {"1": "1", "⚡": "energía", "x": "garra"}
CREWS = (("Rasputina", 10), ("Wendigo", 5)), (("Seamus", 11), ("Bella podrida", 6))
PLACES = "Pantano Negro", "Valle de los Dientes", "Risco", "Foso"
OPENINGS: dict[str, tuple[Event, ...]] = {
    "four_souls": (
        *(Chose(seat, character) for seat, character in enumerate(("isaac", "maggy", "judas"))),
        Began(0),
        *(Revealed(slot, (monsters()[card],)) for slot, card in enumerate(("fly", "ring-of-flies"))),
    ),
    "king_of_tokyo": (First(0),),
    "malifaux": (
        *(Mustered(seat, tuple(Recruit(*one) for one in crew), 1) for seat, crew in enumerate(CREWS)),
        Deployed(0),
    ),
    "darkmoor": (
        *(Located((LocationCard(name, vp=4),)) for name in PLACES),
        TurnedUp((HeroCard("Mad Malis", threshold=6),)),
        Fled(0),
    ),
    "boss_monster": (
        *(Boss(seat, boss) for seat, boss in enumerate(("robobo", "gorgona", "cerebellus"))),
        Handed(),
    ),
}
"""What has happened before the turn of each game."""
SEATED = {"malifaux": NAMES[1:]}
"""The players of a game that is not for three."""


@dataclass(frozen=True)
class Stage:
    """Where turns are played: the browser, the server, and how the phones look."""

    chromium: Browser
    server: Server
    sizes: tuple[int, int] = (100, 130)
    """Sizes of letters in per cent, of the first player's turn and of the next player's."""
    lang: str = "es"
    is_dark: bool = False
    is_thorough: bool = False
    """Whether every look is compared with other widths, not only those with new texts."""

    def lay(self, game: str, *events: Event, names: tuple[str, ...] = NAMES, **rulings: str) -> str:
        """A match at which these events have happened."""
        storage = Storage(self.server.data)
        table: Table = Library(storage, GAMES).matches.create(game, names, tuple(rulings.items()))
        for event in events:
            _record(table, event)
        storage.close()
        return table.match.id

    def opening(self, game: str, names: tuple[str, ...] = ()) -> str:
        """A match of that game at its first turn."""
        return self.lay(game, *OPENINGS[game], names=names or SEATED.get(game, NAMES))

    def settle(self, match: str, switch: str, choice: str) -> None:
        """Set a switch of the match, as the host does."""
        storage = Storage(self.server.data)
        Library(storage, GAMES).matches.open(match).set_ruling(switch, choice)
        storage.close()

    def again(self, match: str, *names: str) -> str:
        """The same match with players of other names."""
        storage = Storage(self.server.data)
        played, id = storage.load_match(match), f"{match}-again"
        storage.insert_match(replace(played, id=id, seats=names), storage.entry_rows(match), ())
        storage.close()
        return id

    @contextmanager
    def watch(self, match: str, half: int) -> Iterator[Watch]:
        """A phone at that match, with the letters of that half; every row is seen, and tiles if there are."""
        with self.watch_sheets(match, half) as watch:
            yield watch
            table = saved(self.server.data, match)
            assert len(watch.seen) == len(table.state.seats)
            assert watch.tiles

    @contextmanager
    def watch_sheets(self, match: str, half: int) -> Iterator[Watch]:
        """A phone at that match, with the letters of that half, where sheets may cover everything."""
        look = {"locale": f"{self.lang}-GB", "color_scheme": "dark" if self.is_dark else "light"}
        path = f"/t/{match}"
        with driving.phone(self.chromium, self.server, path, **options(self.sizes[half]), **look) as phone:
            looks_small = self.sizes[half] > 100
            watch = Watch(phone, self.server, match, self.lang, looks_small=looks_small, is_thorough=self.is_thorough)
            yield watch.check()


def _record(table: Table, event: Event) -> None:
    """Let this happen at the table: a number or a fact set by hand, a remark, or else an answer."""
    if isinstance(event, Adjusted):
        table.adjust(event.key, event.by)
    elif isinstance(event, FactSet):
        table.set_fact(event)
    elif isinstance(event, Named):
        table.make_remark(event)
    else:
        table.answer(table.prompt_id, event)


def four_souls(stage: Stage) -> None:
    """A loot card, an attack with an answer, a kill, a new monster; then a purchase and a miss with large letters."""
    match = stage.opening("four_souls")
    with stage.watch(match, 0) as turn:
        turn.tap("Jugar botín", "^Más: ¢", "A la pila", sees="Alguien responde")
        turn.tap("^Nadie responde", sees="Eva, vida 2, almas 0, ¢ 4")
        turn.tap("^Atacar Mosca", sees="Tira un dado contra").tap("Dado: 5", sees="Tirada de 5")
        turn.tap("Alguien responde", "Responde Constantinopla", "^Constantinopla: Jugar botín$")
        turn.reads("a la tirada").tap("^Más: ¢", "A la pila", sees="La pila entera")
        turn.tap("^Nadie responde", sees="Constantinopla, vida 2, almas 0, ¢ 4")
        turn.tap("Alguien responde", "Responde Constantinopla").reads("está girado").tap("Cerrar")
        turn.tap("^Nadie responde", sees="Toca los tres números")
        turn.tap("vida 2", "evasión 3", "ataque 1", "Clotty", sees="¿Qué haces?")
        turn.tap("^Terminar el turno", sees="Fernanda decide")
    with stage.watch(match, 1) as turn:
        turn.tap("^Atacar Anillo de moscas", sees="Tira un dado contra").tap("Dado: 1", sees="Tirada de 1")
        turn.tap("Alguien responde", "Responde Constantinopla", "^Constantinopla: Jugar botín$").reads("a la tirada")
        turn.tap("^Más: ¢", "A la pila", sees="La pila entera")
        turn.tap("^Nadie responde", sees="Constantinopla, vida 2, almas 0, ¢ 5")
        turn.tap("Alguien responde", "Responde Constantinopla").reads("está girado").tap("Cerrar")
        turn.tap("^Nadie responde", sees="Fernanda, vida 1")


def king_of_tokyo(stage: Stage) -> None:
    """A roll into Tokyo and a purchase left out; then the odds, a hit roll by roll, a yield and the cards."""
    match = stage.opening("king_of_tokyo")
    with stage.watch(match, 0) as turn:
        turn.tap(*dice("⚡⚡⚡⚡xx"), sees="¿Compra Eva")
        turn.tap("Comprar una carta").tap("Cerrar", "Terminar el turno", sees="Tira Fernanda")
    with stage.watch(match, 1) as turn:
        turn.tap("Detalles", "Cerrar", "Tirada a tirada", sees="Primera tirada de Fernanda")
        turn.tap(*dice("⚡⚡⚡"), "Apartar y volver a tirar 3", sees="vuelve a tirar 3 dados")
        turn.tap(*dice("xx1"), sees="Golpean a Eva")
        turn.tap("^Ceder", sees="¿Compra Fernanda").tap("Terminar el turno", sees="Tira Constantinopla")


def dice(signs: str) -> list[str]:
    return [f"Dado: {SIGNS[sign]}" for sign in signs]


def malifaux(stage: Stage) -> None:
    """Initiative, activations with a wound and a condition, the end of the turn."""
    match = stage.opening("malifaux")
    with stage.watch(match, 0) as turn:
        turn.tap("Nadie gasta", "un 9", sees="qué carta voltea Constantinopla").tap("un 5").tap("Nadie gasta")
        turn.tap("Primer Jugador", sees="activa una miniatura").tap("^Activar. Rasputina")
        turn.tap("Bella podrida, vida 6 de 6", "Menos: vida", "Ardiente +1").tap("Rasputina ha terminado")
    with stage.watch(stage.again(match, "Eva", NAMES[2]), 1) as turn:
        turn.tap("^Activar. Seamus", "Seamus ha terminado").tap("^Activar. Wendigo")
        turn.tap("Wendigo ha terminado").tap("^Activar. Bella podrida", "Bella podrida ha terminado")
        turn.tap("Eva +1", "Nada más", sees="turno 2")


def darkmoor(stage: Stage) -> None:
    """A minion of plain numbers, one of the printed ones; then one that brings the hero, with large letters."""
    match = stage.opening("darkmoor")
    with stage.watch(match, 0) as turn:
        turn.tap("Pantano Negro, ", sees="¿qué esbirro se juega?").tap("peligro 3", sees="haz lo que dice")
        turn.tap("^Hecho", sees="Fernanda juega un esbirro")
    with stage.watch(match, 1) as turn:
        turn.tap("Valle de los Dientes, ", sees="¿qué esbirro se juega?").tap("Oso temible")
        turn.tap("peligro 2", "PV 1")


def boss_monster(stage: Stage) -> None:
    """Rooms, heroes, who lures whom; then the heroes' walks with large letters."""
    match = stage.opening("boss_monster")
    with stage.watch(match, 0) as turn:
        turn.sees(f"{NAMES[-1]} pone una habitación").tap(f"Los {len(NAMES)} en la entrada")
        for name, room in zip(
            reversed(NAMES), ("Colmena de sorbesesos", "Cueva del neandertal", "Altar lúgubre"), strict=True
        ):
            turn.sees(f"{name} revela una habitación")
            turn.bring(f"^{room}").tap(f"^{room}")
        turn.sees("a la ciudad el héroe")
        turn.tap("Guerrero 4", "Mago 8", "Clérigo 4", sees="pone una habitación")
    with stage.watch(match, 1) as turn:
        turn.tap("Ninguna habitación", "Ninguna habitación", "Ninguna habitación", sees="en la mazmorra")
        turn.tap("^Nadie responde", "^Nadie responde", sees="a la ciudad el héroe")


TURNS: dict[str, Callable[[Stage], None]] = {
    "four_souls": four_souls,
    "king_of_tokyo": king_of_tokyo,
    "malifaux": malifaux,
    "darkmoor": darkmoor,
    "boss_monster": boss_monster,
}
"""The turn of each game."""
