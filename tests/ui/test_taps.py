"""Taps of usual turns, counted without a browser, held to a budget, and told in ``docs/playing.md``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain

import pytest

from bench.footage import Tray as Footage
from companion.access.permissions import Access
from companion.exchange.custom_cards import CustomCards
from companion.library.library import Library
from companion.match.table import Table
from companion.tray.tray import Tray
from companion.ui.app import build
from companion.ui.design.preferences import PREFERENCES_KEY, Preferences
from rules.boss_monster.model import events as boss_monster
from rules.darkmoor.game import GAME as DARKMOOR
from rules.darkmoor.model.cards import CARD_TEMPLATES, HeroCard, LocationCard, MinionCard
from rules.darkmoor.model.events import Began as DarkmoorBegan
from rules.darkmoor.model.events import Located, Played, TurnedUp
from rules.engine import Event, Rolled
from rules.king_of_tokyo.model.events import Began, DoneBuying
from rules.malifaux.model.events import Deployed, Mustered
from rules.malifaux.model.state import Recruit
from tests.support.ui.app import App, app_at
from tests.support.ui.four_souls_setup import lay_table
from tests.support.ui.taps import BUDGETS, hold, told_taps

pytestmark = pytest.mark.usefixtures("quick")

NAMES = ("Ana", "Beto", "Cira")
NOBODY = "Nadie responde"
SIX = Footage("1-2-3-4-5-6_white_felt.jpg", rate=12)
"""Ordinary dice; in King of Tokyo 4 is a heart, 5 energy, 6 a smash."""
PLACES = tuple(Located((LocationCard(name, vp=4),)) for name in ("Pantano", "Risco", "Foso"))


@dataclass(frozen=True)
class Row:
    """A row of the table: how its table is laid, what is tapped, and what can be read then.

    A pair is typed, and no tap; nor are the taps ``before``, which lead to the first one that is counted.
    """

    what: str
    lay: Callable[[Library], Table]
    taps: tuple[str | tuple[str, str], ...]
    after: tuple[str, ...]
    before: tuple[str, ...] = ()


def souls(cards: tuple[str, str] = ("clotty", "monstro"), **more: object) -> Callable[[Library], Table]:
    """A table of Four Souls in Ana's action phase."""
    return lambda library: lay_table(library, cards, **more)  # type: ignore[arg-type]


def lay(game: str, names: tuple[str, ...], *events: Event, **rulings: str) -> Callable[[Library], Table]:
    """A table that was brought so far without a tap."""

    def laid(library: Library) -> Table:
        table = library.matches.create(game, names, tuple(rulings.items()))
        for event in events:
            table.answer(table.prompt_id, event)
        return table

    return laid


def known_minion(library: Library) -> Table:
    """A table of Darkmoor at Beto's turn, that knows a minion of its own."""
    own = CustomCards(Access(library.storage, True), DARKMOOR.key, CARD_TEMPLATES, DARKMOOR.catalogues)
    own.save_card("minions", MinionCard("Trasgo", peril=3, vp=2))
    hero = TurnedUp((HeroCard("Mad Malis", threshold=6),))
    first = Played(0, (MinionCard("", peril=3, vp=1),))
    return lay("darkmoor", NAMES[:2], *PLACES, hero, DarkmoorBegan(0), first)(library)


DARKMOOR_TABLE = lay("darkmoor", NAMES[:2])
FIRST_HERO = ("umbral de peligro 6", "Ana", "Risco, Una horda nueva")
THREE_BOSSES = lay(
    "boss_monster",
    NAMES,
    *(boss_monster.Chose(seat, boss) for seat, boss in enumerate(("robobo", "gorgona", "cerebellus"))),
    boss_monster.Handed(),
    *[boss_monster.Skipped()] * 3,
)
TWO_CREWS = lay(
    "malifaux",
    NAMES[:2],
    Mustered(0, (Recruit("Rasputina", 10), Recruit("Wendigo", 5)), 1),
    Mustered(1, (Recruit("Seamus", 11), Recruit("Belle", 6)), 1),
    Deployed(0),
)
TURN_ONE = ("Nadie gasta", "un 9", "un 5", "Nadie gasta", "Primer Jugador", "Activar. Rasputina, ")
SHOPPING = lay("king_of_tokyo", NAMES, Began(0), Rolled((5, 5, 5, 5, 5, 5)))
ITEMS = souls(("fly", "ring-of-flies"), characters=("isaac", "maggy"), has_items=True)
CLOTTY = Row(
    "Four Souls: kill Clotty (2 life, one miss), name the next monster",
    souls(),
    ("Atacar Clotty", "Dado: 5", "Dado: 1", "Dado: 4", NOBODY, "vida 1", "Mosca"),
    ("¿Qué haces?", "Mosca: vida 1 de 1"),
)
ROWS = (
    CLOTTY,
    Row(
        "Four Souls: kill Monstro (4 life, one miss, a soul), name the next monster",
        souls(),
        ("Atacar Monstro", *(f"Dado: {face}" for face in (5, 6, 1, 4, 4)), NOBODY, "vida 1", "Mosca"),
        ("¿Qué haces?", "Mosca: vida 1 de 1"),
    ),
    Row(
        "Four Souls: play a loot card with one outcome",
        souls(),
        ("Jugar botín", "Más: ¢", "A la pila", NOBODY),
        ("Ana, vida 2, almas 0, ¢ 4",),
    ),
    Row("Four Souls: put a nickel on the stack", souls(), ("Jugar botín", "+5 ¢"), ("Ana +5¢",)),
    Row(
        "Four Souls: another player's D6 on a roll",
        souls(),
        ("El D6: ", "Dado: 5", NOBODY),
        ("Clotty: vida 1 de 2",),
        before=("Terminar el turno", "Atacar Clotty", "Dado: 1"),
    ),
    Row(
        "Four Souls: another player's card of +1 on a roll",
        souls(),
        ("Beto: Jugar botín", "+1 a la tirada", NOBODY),
        ("Tirada de 4",),
        before=("Atacar Clotty", "Dado: 3"),
    ),
    Row(
        "Four Souls: put a bomb on a monster",
        ITEMS,
        ("Jugar botín", "Bomba: ", "Anillo de moscas, 1 de daño"),
        ("1 de daño a Anillo de moscas",),
    ),
    Row("Four Souls: use an item", ITEMS, ("Sr. Buum: 1 de daño",), ("elige el objetivo",)),
    Row(
        "Four Souls: buy a treasure and say which",
        souls(characters=("isaac", "maggy"), cents=(7,)),
        ("Comprar en la tienda", NOBODY, "Ana: ¿qué tesoro?", ("Buscar un nombre o un efecto", "desay"), "Desayuno"),
        ("Desayuno", "vida 3"),
    ),
    Row(
        "Four Souls: a whole first turn (3¢ of loot, three rolls, a reroll, a purchase)",
        souls(),
        (
            *("Jugar botín", "+3 ¢", NOBODY, "Atacar Clotty", "Dado: 1", "Dado: 5", "Dado: 1", "El D6: ", "Dado: 4"),
            *(NOBODY, "vida 1", "Mosca", "Comprar en la tienda", NOBODY, "Terminar el turno"),
        ),
        ("Beto decide", "Ana, vida 2, almas 0, ¢ 0"),
    ),
    Row(
        "King of Tokyo: a turn, roll by roll, with one reroll",
        lay("king_of_tokyo", NAMES, Began(0), throws="each"),
        (
            *("Dado: energía", "Dado: energía", "Dado: 1", "Apartar y volver a tirar 3"),
            *("Dado: 1", "Dado: 1", "Dado: energía", "Terminar el turno"),
        ),
        ("Primera tirada de Beto", "Ana, corazones 10, puntos 2, energía 3"),
    ),
    Row(
        "King of Tokyo: a turn by its final result, with a yield",
        lay("king_of_tokyo", NAMES, Began(0), Rolled((5, 5, 5, 6, 2, 3)), DoneBuying()),
        (*["Dado: energía"] * 3, *["Dado: garra"] * 2, "Dado: 1", "Ceder", "Terminar el turno"),
        ("Beto: Ciudad de Tokio", "Tira Cira"),
    ),
    Row(
        "King of Tokyo: buy a card in no list",
        SHOPPING,
        ("Cartas de 3 de energía", "Otra carta (se descarta)"),
        ("Ana, corazones 10, puntos 1, energía 3",),
    ),
    Row("King of Tokyo: buy a card by its name", SHOPPING, ("Cartas de 3 de energía", "Camuflaje"), ("energía 3",)),
    Row(
        "King of Tokyo: who begins by dice, four players",
        lay("king_of_tokyo", (*NAMES, "Dani")),
        tuple(f"{count} garra" for count in (1, 3, 0, 2)),
        ("Empieza Beto",),
        before=("Tirar dados",),
    ),
    Row(
        "Boss Monster: a turn of three players",
        THREE_BOSSES,
        (
            *("Guerrero 4", "Ladrón 4", "Mago 4", "Los 3 en la entrada"),
            *("Colmena de sorbesesos", "Altar lúgubre", "Cueva del neandertal", "Los 3 héroes: nadie responde"),
        ),
        ("a la ciudad el héroe 1 de 3",),
    ),
    Row(
        "Retreat to Darkmoor: a turn with a known minion, attack included",
        known_minion,
        ("Pantano, ", "Trasgo"),
        ("Se descubre otro héroe",),
    ),
    Row(
        "Retreat to Darkmoor: a location whose VP are unknown",
        DARKMOOR_TABLE,
        ("Valle de los Dientes", "PV 5"),
        ("Ubicación 2 de 3",),
    ),
    Row("Retreat to Darkmoor: a card in no list", DARKMOOR_TABLE, ("PV 4",), ("Ubicación 2 de 3",)),
    Row(
        "Retreat to Darkmoor: a card in no list",
        lay("darkmoor", NAMES[:2], *PLACES),
        FIRST_HERO[:1],
        ("Empieza quien huyó",),
    ),
    Row(
        "Retreat to Darkmoor: a card in no list",
        lay("darkmoor", NAMES[:2], *PLACES),
        ("peligro 3",),
        ("haz lo que dice", "un esbirro de Ana: peligro 3, ? PV"),
        before=FIRST_HERO,
    ),
    Row("Malifaux: an activation", TWO_CREWS, ("Después, Seamus",), ("Actúa Seamus",), before=TURN_ONE),
)
UNDER_THE_CAMERA = "King of Tokyo: a roll of six dice under the host's camera"


class Person(App):
    """A phone whose taps are counted; a name is that of the button, else its beginning, else a part of it."""

    taps = 0

    async def tap(self, name: str) -> None:
        self.taps += 1
        names = self.names()
        await super().tap(name if name in names else next((one for one in names if one.startswith(name)), name))

    async def does(self, *steps: str | tuple[str, str]) -> None:
        """Tap, or type into a field."""
        for step in steps:
            await (self.tap(step) if isinstance(step, str) else self.type(*step))


async def spent(library: Library, row: Row, person: Person) -> int:
    """Play a row; the taps that it took."""
    await person.open(build(library), f"/t/{row.lay(library).match.id}")
    await person.does(*row.before)
    before = person.taps
    await person.does(*row.taps)
    await person.sees(*row.after)
    return person.taps - before


def test_the_page_tells_every_budget() -> None:
    """The table in docs/playing.md has a row for each budget, no other, and none above it; each row is played."""
    rows = told_taps()
    assert {what: budget for what, (_, budget) in rows.items()} == BUDGETS
    assert all(taps <= budget for taps, budget in rows.values())
    assert {row.what for row in ROWS} | {UNDER_THE_CAMERA} == BUDGETS.keys()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.what)
async def test_a_usual_turn_takes_few_taps(library: Library, say: Callable[[str], None], row: Row) -> None:
    """What is tapped leads to what can be read then, within the budget, and as the page tells."""
    hold(say, row.what, await spent(library, row, Person()))


@pytest.mark.parametrize(
    ("width", "height", "text"), [(320, 640, "largest"), (360, 640, "normal"), (844, 390, "normal")]
)
async def test_a_kill_takes_as_few_taps_with_little_room(library: Library, width: int, height: int, text: str) -> None:
    """Clotty takes 7 taps on a small phone, with large letters, and on one that lies on its side."""
    small = Person(width, height)
    small.kept[PREFERENCES_KEY] = Preferences(text=text).to_json()
    assert await spent(library, CLOTTY, small) == BUDGETS[CLOTTY.what]


PEOPLE = ("Ana", "Beto", "Cira", "Dani")
FOUR_SOULS_BEGINS = (*("Isaac", "Eva", "Judas", "Maggy", "Ana", "vida 1", "Mosca", "vida 4", "Monstro"),)


@pytest.mark.parametrize(
    ("game", "begins", "first", "budget"),
    [("Four Souls", FOUR_SOULS_BEGINS, "¿Qué haces?", 12), ("King of Tokyo", ("Ana",), "Tira Ana", 4)],
    ids=["four_souls", "king_of_tokyo"],
)
async def test_setting_up_takes_few_taps(
    library: Library, say: Callable[[str], None], game: str, begins: tuple[str, ...], first: str, budget: int
) -> None:
    """From the home page to the first turn of four who played before: 12 taps in Four Souls, 4 in King of Tokyo.

    Other people than last time cost one tap more each: the chip of their name.
    """
    for _ in range(2):
        library.matches.create("malifaux", PEOPLE)

    async def taps(*people: str) -> int:
        person = await app_at(library, "/", Person)
        await person.does(f"{game}, ", *people, "Empezar", *begins)
        await person.sees(first)
        return person.taps

    used = await taps(*PEOPLE), await taps()
    say(
        f"taps from the home page to the first turn of {game} for four: {used[0]}, for the same as last time: {used[1]}"
    )
    assert used[0] <= budget + len(PEOPLE)
    assert used[1] <= budget


async def test_a_roll_under_the_camera_takes_no_tap(library: Library, say: Callable[[str], None]) -> None:
    """Six dice are read where they lie, and the rolls go on; only *stop here* is left to a tap."""
    table = lay("king_of_tokyo", NAMES, Began(0), throws="each")(library)
    library.tray = tray = Tray(library.storage, library.matches.open_tables, library.hands_free.goes_on)
    every = tuple(range(6))

    def watch(*frames: object) -> None:
        for frame in SIX.seen(chain(*frames)):  # type: ignore[arg-type]
            tray.process_frame(frame, 1 / SIX.rate)

    person = await app_at(library, f"/t/{table.match.id}", Person)
    await person.sees("Primera tirada de Ana")
    for _ in range(20):  # until the camera knows of the question
        watch(SIX.still(0.5))
        await person.wait()
        if "La cámara del anfitrión mira" in person.text:
            break
    await person.sees("La cámara del anfitrión mira")
    watch(SIX.throw(every), SIX.still(1, every))
    await person.sees("Muestran 1, 2, 3, corazón, energía, garra", "Quedan 2 tiradas")
    hold(say, UNDER_THE_CAMERA, person.taps)
    await person.tap("Me planto")
    await person.sees("Ana: Ciudad de Tokio", "Ana, corazones 10, puntos 1, energía 1")
