"""Taps of usual turns of King of Tokyo, Boss Monster, Darkmoor and Malifaux, counted in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.access.permissions import Access
from companion.exchange.custom_cards import CustomCards
from companion.storage.matches import Storage
from rules.boss_monster.model import events as boss_monster
from rules.darkmoor.game import GAME as DARKMOOR
from rules.darkmoor.model.cards import CARD_TEMPLATES, HeroCard, LocationCard, MinionCard
from rules.darkmoor.model.events import Began as DarkmoorBegan
from rules.darkmoor.model.events import Located, Played, TurnedUp
from rules.engine import Rolled
from rules.king_of_tokyo.model.events import Began, DoneBuying
from rules.malifaux.model.events import Deployed, Mustered
from rules.malifaux.model.state import Recruit
from tests.support.ui.browser import Phone, Server
from tests.support.ui.taps import BUDGETS, counter, hold, lay, told_taps

DONE = re.compile("^Hecho(?!:)")
"""The answer, not a line of what hands must do, whose name begins alike."""
NAMES = ("Ana", "Beto", "Cira")


def test_the_page_tells_every_budget() -> None:
    """The table in docs/playing.md has a row for each budget, no other, and none above it."""
    rows = told_taps()
    assert {what: budget for what, (_, budget) in rows.items()} == BUDGETS
    assert all(taps <= budget for taps, budget in rows.values())


# --- King of Tokyo -----------------------------------------------------------------------------------------------


def test_a_turn_roll_by_roll_with_a_reroll_takes_few_taps(server: Server, phones: Callable[..., Phone], say) -> None:
    """Three dice are kept and three rolled again: a tap a die, one for the reroll, one for the end of the turn.

    The faces of the dice that are rolled again are never typed.
    """
    path = lay(server, "king_of_tokyo", NAMES, Began(0), throws="each")
    phone = phones(path=path).sees("Primera tirada de Ana")
    phone.shot("taps-tokyo-first")
    taps = counter(phone)
    for face in ("energía", "energía", "1"):
        phone.tap(f"Dado: {face}")
    phone.shot("taps-tokyo-keeps")
    phone.tap("Apartar y volver a tirar 3").sees("Ana vuelve a tirar 3 dados")
    phone.shot("taps-tokyo-again")
    for face in ("1", "1", "energía"):
        phone.tap(f"Dado: {face}")
    phone.sees("¿Compra Ana").shot("taps-tokyo-buys")
    phone.tap("Terminar el turno").sees("Primera tirada de Beto")
    phone.sees("Ana, corazones 10, puntos 2, energía 3")
    hold(say, "King of Tokyo: a turn, roll by roll, with one reroll", taps())


def test_a_turn_by_its_final_result_takes_few_taps(server: Server, phones: Callable[..., Phone], say) -> None:
    """Whoever tells only the final result taps six dice, whatever was rerolled; a yield and the end are one each."""
    before = (Began(0), Rolled((5, 5, 5, 6, 2, 3)), DoneBuying())
    phone = phones(path=lay(server, "king_of_tokyo", NAMES, *before)).sees("Tira Beto")
    taps = counter(phone)
    for face in ("energía", "energía", "energía", "garra", "garra", "1"):
        phone.tap(f"Dado: {face}")
    phone.tap(re.compile("^Ceder")).sees("Beto: Ciudad de Tokio").tap("Terminar el turno").sees("Tira Cira")
    hold(say, "King of Tokyo: a turn by its final result, with a yield", taps())


def test_a_card_is_bought_by_its_price_and_its_name(server: Server, phones: Callable[..., Phone], say) -> None:
    """Where the shop is not followed: a tap on the price, a tap on the card; in no list, its kind instead."""
    path = lay(server, "king_of_tokyo", NAMES, Began(0), Rolled((5, 5, 5, 5, 5, 5)))
    phone = phones(path=path).sees("¿Compra Ana")
    phone.shot("taps-tokyo-prices")
    taps = counter(phone)
    phone.tap("Cartas de 3 de energía").sees("Otra: Descartar").shot("taps-tokyo-cards")
    phone.tap("Otra: Descartar").sees("Ana, corazones 10, puntos 1, energía 3")
    hold(say, "King of Tokyo: buy a card in no list", taps())
    phone.tap("Cartas de 3 de energía").tap("Camuflaje").sees("energía 0")
    hold(say, "King of Tokyo: buy a card by its name", taps())


def test_who_begins_by_dice_takes_a_tap_each(server: Server, phones: Callable[..., Phone], say) -> None:
    """Of the dice for the start only the number of smashes is asked, one tap for each of four players."""
    names = (*NAMES, "Dani")
    phone = phones(path=lay(server, "king_of_tokyo", names)).sees("¿Quién empieza?")
    phone.tap("Tirar dados").sees("Tira Ana")
    taps = counter(phone)
    for count, following in ((1, "Tira Beto"), (3, "Tira Cira"), (0, "Tira Dani"), (2, "Empieza Beto")):
        phone.tap(re.compile(f"^{count} garra")).sees(following)
    hold(say, "King of Tokyo: who begins by dice, four players", taps())


# --- Boss Monster ------------------------------------------------------------------------------------------------


def test_a_turn_of_three_bosses_takes_few_taps(server: Server, phones: Callable[..., Phone], say) -> None:
    """Three heroes come, three rooms are built at the entrances and named, three heroes walk and nobody responds."""
    bosses = ("robobo", "gorgona", "cerebellus")
    chosen = [boss_monster.Chose(seat, boss) for seat, boss in enumerate(bosses)]
    nothing = [boss_monster.Skipped()] * 3
    path = lay(server, "boss_monster", NAMES, *chosen, boss_monster.Handed(), *nothing)
    phone = phones(path=path).sees("a la ciudad el héroe 1 de 3")
    taps = counter(phone)
    for hero in ("Guerrero (4)", "Ladrón (4)", "Mago (4)"):
        phone.sees("a la ciudad el héroe").tap(hero)
    phone.sees("Cira pone una habitación").shot("taps-boss-builds")
    phone.tap("Los 3 en la entrada")
    for who, room in (("Cira", "Colmena de sorbesesos"), ("Beto", "Altar lúgubre"), ("Ana", "Cueva del neandertal")):
        phone.sees(f"{who} revela una habitación").tap(re.compile(f"^{room}"))
    phone.sees("está en la mazmorra de").shot("taps-boss-walks")
    phone.tap("Los 3 héroes: nadie hace nada").sees("a la ciudad el héroe 1 de 3").shot("taps-boss-ends")
    hold(say, "Boss Monster: a turn of three players", taps())


# --- Darkmoor ----------------------------------------------------------------------------------------------------


def test_a_darkmoor_turn_takes_two_taps(server: Server, phones: Callable[..., Phone], say) -> None:
    """A known minion is played: its place and its name; the attack that it brings follows by itself."""
    storage = Storage(server.data)
    CustomCards(Access(storage, True), DARKMOOR.key, CARD_TEMPLATES, DARKMOOR.catalogues).save_card(
        "minions", MinionCard("Trasgo", peril=3, vp=2)
    )
    storage.close()
    places = [Located((LocationCard(name, vp=4),)) for name in ("Pantano", "Risco", "Foso")]
    first = Played(0, (MinionCard("", peril=3, vp=1),))
    path = lay(
        server, "darkmoor", NAMES[:2], *places, TurnedUp((HeroCard("Mad Malis", threshold=6),)), DarkmoorBegan(0), first
    )
    phone = phones(path=path).sees("Beto juega un esbirro")
    phone.shot("taps-darkmoor-where")
    taps = counter(phone)
    phone.tap("Pantano, ").sees("¿qué esbirro se juega?").tap("Trasgo").sees("Se descubre otro héroe")
    phone.shot("taps-darkmoor-attacked")
    hold(say, "Retreat to Darkmoor: a turn with a known minion, attack included", taps())


def test_a_location_without_vp_asks_one_number(server: Server, phones: Callable[..., Phone], say) -> None:
    """A location that the rules name without its VP: its name, and one number; no form."""
    phone = phones(path=lay(server, "darkmoor", NAMES[:2])).sees("Ubicación 1 de 3")
    taps = counter(phone)
    phone.tap("Valle de los Dientes").sees("¿Qué pone en la carta?").shot("taps-darkmoor-number")
    phone.tap("PV 5").sees("Ubicación 2 de 3")
    hold(say, "Retreat to Darkmoor: a location whose VP are unknown", taps())


def test_a_card_in_no_list_asks_one_number(server: Server, phones: Callable[..., Phone], say) -> None:
    """Locations, the hero and a minion that nobody has met before: one tap each, on the number that counts now.

    What the minion is worth is asked when it counts, in the final scoring.
    """
    phone = phones(path=lay(server, "darkmoor", NAMES[:2])).sees(
        "Ubicación 1 de 3", "Ubicación fuera de la lista: ¿cuántos PV?"
    )
    phone.shot("taps-darkmoor-location")
    for number, following in (
        (4, "Ubicación 2 de 3"),
        (3, "Ubicación 3 de 3"),
        (5, "Héroe fuera de la lista: ¿qué umbral?"),
    ):
        taps = counter(phone)
        phone.tap(f"PV {number}").sees(following)
        hold(say, "Retreat to Darkmoor: a card in no list", taps())
    phone.tap("umbral de peligro 6").sees("¿Quién huyó").tap("Ana")
    phone.sees("Ana juega un esbirro").tap("Ubicación 2, ").sees("Esbirro fuera de la lista: ¿qué peligro?")
    phone.shot("taps-darkmoor-minion")
    taps = counter(phone)
    phone.tap("peligro 3").sees("haz lo que dice")
    hold(say, "Retreat to Darkmoor: a card in no list", taps())
    phone.tap(DONE).sees("Beto juega un esbirro").tap("un esbirro de Ana: peligro 3, ? PV").sees("PV de la carta")


# --- Malifaux ----------------------------------------------------------------------------------------------------


def test_an_activation_takes_one_tap(server: Server, phones: Callable[..., Phone], say) -> None:
    """The tap on the next model ends the activation before it."""
    crews = (("Rasputina", 10), ("Wendigo", 5)), (("Seamus", 11), ("Belle", 6))
    mustered = [Mustered(seat, tuple(Recruit(*one) for one in crew), 1) for seat, crew in enumerate(crews)]
    phone = phones(path=lay(server, "malifaux", NAMES[:2], *mustered, Deployed(0)))
    for answer in ("Nadie gasta", "un 9", "un 5", "Nadie gasta", "Primer Jugador"):
        phone.tap(answer)
    phone.sees("activa una miniatura").tap(re.compile("^Rasputina, Queda")).sees("Actúa Rasputina").shot(
        "taps-malifaux"
    )
    for after in ("Seamus", "Wendigo", "Belle"):
        taps = counter(phone)
        phone.tap(re.compile(f"^{after}($|, (?!vida))")).sees(f"Actúa {after}")
        hold(say, "Malifaux: an activation", taps())
