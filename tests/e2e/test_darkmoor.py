"""Retreat to Darkmoor in a real browser: two players, filled-in cards, final scores."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from tests.support.card_files import card_file
from tests.support.ui.browser import Phone

DONE = re.compile("^Hecho(?!:)")
"""The answer, not a line of what hands must do, whose name begins alike."""


def brings_cards(phone: Phone, folder: Path) -> None:
    """Import the cards of another table from a file, export them, and have a bad file refused."""
    bad, good = folder / "photo.json", folder / "cards.json"
    bad.write_text("no cards", "utf-8")
    fen, grim = (
        ["darkmoor", "locations", "Fen", {"vp": 3}],
        ["darkmoor", "heroes", "Lady Grim", {"threshold": 6, "when": ""}],
    )
    good.write_bytes(card_file(fen, grim))
    phone.sees("Ubicación 1 de 3").tap("Cerrar").tap("Las cartas de esta mesa")
    phone.upload(bad, "Cargar archivo").sees("Ese archivo no es de cartas. No se ha importado nada.")
    phone.upload(good, "Cargar archivo").sees("2 cartas recordadas")
    with phone.page.expect_download() as written:
        phone.tap("Guardar archivo")
    assert {card[2] for card in json.loads(written.value.path().read_text("utf-8"))["cards"]} == {"Fen", "Lady Grim"}
    phone.tap("Ubicaciones").sees("Fen").shot("darkmoor-cards")
    phone.tap("Cerrar").tap("Nombrar la ubicación")


def lays_out(phone: Phone) -> None:
    """Lay out three locations, of which the Valley has a name, and Mad Malis."""
    phone.sees("Ubicación 1 de 3").tap("Valle de los Dientes").tap("PV 6")
    for number in (2, 3):
        phone.sees(f"Ubicación {number} de 3").tap("PV 4")
    phone.sees("Se descubre el primer héroe").tap("Mad Malis").sees("Empieza quien huyó").tap("Ana")


def turn_of_the_example(phone: Phone) -> None:
    """Ana's Familiar plays the Bear, and the numbers of both are filled in as they are met."""
    phone.sees("Ana juega un esbirro").tap("Valle de los Dientes, ").sees("¿qué esbirro se juega?")
    phone.shot("darkmoor-which")
    phone.tap("Familiar intrigante").tap("peligro 1").tap("PV 1")
    phone.sees("Ana puede jugar otro esbirro").tap("Jugar al final de Valle").tap("Oso temible")
    phone.shot("darkmoor-card")
    phone.tap("peligro 3").tap("PV 2")


def attacks(phone: Phone, who: str) -> None:
    """Play a minion of peril six without a name: the hero comes at once and is defeated."""
    phone.sees(f"{who} juega un esbirro").tap("Ubicación 2, ").tap("peligro 6")
    phone.sees("haz lo que dice").tap(DONE)


def test_two_dark_lords_flee_from_two_heroes(phone: Phone, phones: Callable[..., Phone], say, tmp_path) -> None:
    """A match of two players, from its cover to the final scores.

    A known minion takes two taps; a minion that is safe is undone and redone; scores are read in English too.
    """
    phone.tap("Retreat to Darkmoor").tap("2 jugadores")
    for number, name in enumerate(("Ana", "Beto"), start=1):
        phone.type(f"Jugador {number}", name)
    phone.tap("Empezar")
    brings_cards(phone, tmp_path)
    lays_out(phone)
    turn_of_the_example(phone)
    phone.sees("Beto juega un esbirro", "Oso temible (Ana): peligro 3, 2+1 PV")

    before = phone.taps
    # six and more: his own Bear is defeated, the others escape; the horde has another "Oso temible (Ana)"
    phone.tap("Valle de los Dientes, ").tap(re.compile("^Oso temible$"))
    phone.sees("Se descubre otro héroe")
    taps = phone.taps - before
    phone.tap("Lady Grim").sees("Ana juega un esbirro", "Ana, PV si acabara ahora 11, cartas en la mano 5, 2 en fichas")
    phone.shot("darkmoor-hordes")
    phone.tap("Deshacer").tap("Deshacer").sees("Beto juega un esbirro").tap("Rehacer").tap("Rehacer")
    phone.sees("Ana juega un esbirro")

    phone.tap("Lady Grim ataca")
    for _ in range(3):  # shorten the deck by hand
        phone.tap("Menos: héroes en el mazo")
    phone.tap("Cerrar").sees("quedan 0 héroes")
    attacks(phone, "Ana")
    phone.sees("¿Se activa la habilidad continua de algún otro esbirro?").tap(DONE)
    phone.sees("Gana Ana", "PV en total").shot("darkmoor-sums")
    other = phones(locale="en-GB", path=phone.at_table())
    other.sees("Ana wins", "VP in all", "Valley of Teeth").shot("darkmoor-sums-en")
    say(f"taps of a turn of Darkmoor with a known minion, in the browser: {taps}; of a whole game: {phone.taps}")
    assert taps == 2
