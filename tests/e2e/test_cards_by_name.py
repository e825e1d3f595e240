"""Cards by their names in a real browser: the taps of a nickel, a bomb, a card that is searched, and an item's use."""

from __future__ import annotations

import re

import pytest

from tests.support.ui.browser import Phone, Server
from tests.support.ui.four_souls_setup import laid
from tests.support.ui.taps import hold

CHARACTERS = ("isaac", "maggy")
MISS = "Fallo contra Beto: ¿qué le cuesta a Ana, según la carta?"
SEARCH = "Buscar un efecto o nombrar la carta"


@pytest.fixture
def action(server: Server) -> str:
    """Address of a table in Ana's action phase; an item without a name lies in front of her, and Mr. Boom."""
    return laid(server, characters=CHARACTERS, has_items=True)


def taps(phone: Phone, *names: str | re.Pattern[str]) -> int:
    """Tap one after the other; how many taps it took."""
    phone.taps = 0
    for name in names:
        phone.tap(name)
    return phone.taps


def test_cards_by_name_take_two_or_three_taps(phone: Phone, action: str, say) -> None:
    """A nickel is two taps, a bomb on a monster three; a response that is searched asks only which of its effects.

    Bomb! is 1 damage to a monster or a player, XIV. Temperance 1 damage and 4¢ or 2 damage and 8¢.
    """
    phone.open(action).sees("Ana", "¿Qué haces?")
    assert taps(phone, "Jugar botín", "+5 ¢, a la pila") == 2
    phone.sees("¢").tap("Deshacer").sees("¿Qué haces?")
    bomb = taps(phone, "Jugar botín", re.compile("^Bomba: "), re.compile("^Anillo de moscas, 1 de daño"))
    hold(say, "Four Souls: put a bomb on a monster", bomb)
    phone.sees("PILA · 1", "Bomba", "1 de daño a Anillo de moscas")
    for _ in range(2):
        phone.tap("Deshacer")
    phone.sees("¿Qué haces?").tap("Jugar botín")
    phone.type(SEARCH, "temp", pace=60)
    phone.tap(re.compile("^XIV. Templanza: ")).sees("¿cuál de sus efectos?").tap(re.compile("^1 de daño a Ana"))
    phone.sees("PILA · 1", "1 de daño a Ana")


def test_an_item_is_used_with_one_tap_and_named_by_a_search(phone: Phone, action: str, say) -> None:
    """Mr. Boom's chip says what it does; an item gets its name by typing a part of it and one tap on the name."""
    phone.open(action).sees("Sr. Buum")
    hold(say, "Four Souls: use an item", taps(phone, re.compile("^Sr. Buum: 1 de daño")))
    phone.sees("elige el objetivo").tap("Deshacer").sees("¿Qué haces?")
    phone.tap(re.compile("^Ana, vida")).tap("Poner nombre a un objeto de Ana")
    search(phone, "desay")
    phone.tap(re.compile("^Desayuno")).sees("Desayuno", "vida 3")


def search(phone: Phone, text: str) -> None:
    """Type into the search of an item's sheet."""
    phone.type("Buscar un nombre o un efecto", text, pace=60)


def test_a_player_is_attacked_and_what_a_miss_costs_is_asked_once(phone: Phone, server: Server) -> None:
    """Backstabber: Beto, who has more souls, is attacked with one tap; a second miss costs what the first one did.

    No source says what a miss costs, so it is asked then and never again.
    """
    phone.open(laid(server, has_items=True, item="backstabber", souls=(0, 1), cards__r="on")).sees("¿Qué haces?")
    phone.tap("Atacar Beto, 3 o más · 67 %").sees("Tira un dado contra Beto", "Acierta con 3 o más")
    phone.tap("Dado: 1").sees("Falla: la mesa dice qué cuesta", MISS).shot("miss")
    phone.tap("1 de daño a Ana").sees("Ana: −1 vida (1)", "Tira un dado contra Beto", "Ana, vida 1,")
    phone.tap("Dado: 2").sees("Falla: 1 de daño a Ana", "Ana muere si nadie responde").sees_no(MISS)
    phone.shot("second-miss")


def test_a_purchase_asks_once_which_treasure(phone: Phone, server: Server, say) -> None:
    """Buying and saying which is 4 taps; who says nothing goes on with the next action, and it is counted.

    The question stands in the question's card until the next answer; the search finds by name and by effect.
    """
    phone.open(laid(server, characters=CHARACTERS, cents=(7,))).sees("¿Qué haces?")
    phone.taps = 0
    phone.tap("Comprar en la tienda").tap(re.compile("^Nadie responde")).sees("Ana: ¿qué tesoro?")
    phone.tap("Ana: ¿qué tesoro?").sees("Uno que no digo")
    search(phone, "desay")
    phone.tap(re.compile("^Desayuno")).sees_no("¿qué tesoro?")
    hold(say, "Four Souls: buy a treasure and say which", phone.taps)
    phone.sees("Desayuno", "vida 3")
    phone.tap("Deshacer").sees("Ana: ¿qué tesoro?").tap(re.compile("^Terminar el turno")).sees_no("¿qué tesoro?")
    phone.sees("1 objeto sin nombre")


def test_an_item_in_no_list_needs_its_name_and_its_use(phone: Phone, action: str) -> None:
    """Its name and that it is activated; its other marks are behind "Más". The next table of the house knows it."""
    phone.open(action).sees("¿Qué haces?")
    name_one(phone, "Zumbador")
    phone.sees_no("Salta solo").tap("Más").sees("Salta solo").tap("Menos").sees_no("Salta solo")
    phone.tap("Se activa").tap("Poner nombre a un objeto de Ana").sees("Zumbador: sin girar")
    phone.tap("Deshacer").sees_no("Zumbador: sin girar")
    name_one(phone, "zumba")
    phone.tap("Zumbador, como la última vez").sees("Zumbador: sin girar")


def name_one(phone: Phone, text: str) -> None:
    """Open the sheet that names an item of Ana, and type."""
    phone.tap(re.compile("^Ana, vida")).tap("Poner nombre a un objeto de Ana").sees("Actúa siempre")
    search(phone, text)
