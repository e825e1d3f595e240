"""King of Tokyo in a real browser: three players to twenty points, one roll from a photo."""

import re

import pytest

from tests.support.paths import FIXTURES
from tests.support.ui.browser import Phone
from tests.support.ui.layout import chosen_among

SIX = FIXTURES / "scenes" / "1-2-3-4-5-6_white_felt.jpg"
"""Ordinary dice; by the mapping 4 is a heart, 5 energy, 6 a smash."""
SIGNS = {"1": "1", "2": "2", "3": "3", "♥": "corazón", "⚡": "energía", "x": "garra"}


def throws(phone: Phone, who: str, dice: str) -> None:
    """Six taps on the pad, equal symbols one after the other."""
    phone.sees(f"{who} decide", f"Tira {who}")
    for sign in dice:
        phone.tap(f"Dado: {SIGNS[sign]}")


def buys_nothing(phone: Phone) -> None:
    phone.sees("¿Compra").tap("Terminar el turno")


def test_three_monsters_play_to_twenty_points(phone: Phone, capsys: pytest.CaptureFixture[str]) -> None:
    """A match of three players, from its cover to twenty points.

    It has a turn of few taps, a photographed roll and an undo.
    """
    phone.tap("King of Tokyo").tap("3 jugadores").sees("Jugador 3")
    assert chosen_among(phone.page, " jugadores") == ["3 jugadores"]
    for number, name in enumerate(("Ana", "Beto", "Cira"), start=1):
        phone.type(f"Jugador {number}", name)
    phone.tap("Empezar").sees("¿Quién empieza?").tap("Ana")

    # Ana enters Tokyo with six threes
    throws(phone, "Ana", "333333")
    phone.sees("Ana: Ciudad de Tokio", "Ana, corazones 10, puntos 7, energía 0")

    # Beto photographs ordinary dice, read by their mapping; his one claw hits her, and she stays
    phone.sees("Tira Beto").tap("Cámara o tirar por mí").upload(SIX, "Foto de los dados")
    phone.sees("Golpean a Ana en Tokio", "1, 2, 3, corazón, energía, garra").shot("tokyo-yield")
    phone.tap(re.compile("^Quedarse")).sees("Ana, corazones 9, puntos 7", "Beto, corazones 10, puntos 0, energía 1")

    # a turn with dice, a yield and no purchase
    before = phone.taps
    throws(phone, "Cira", "⚡⚡⚡xx1")
    phone.tap(re.compile("^Ceder")).sees("Cira: Ciudad de Tokio", "Ana, corazones 7", "Cira, corazones 10, puntos 1")
    buys_nothing(phone)
    turn = phone.taps - before
    phone.sees("Tira Ana").shot("tokyo-table")

    # Ana enters again; an undo is redone
    throws(phone, "Ana", "33333x")
    phone.tap(re.compile("^Ceder")).sees("Ana, corazones 7, puntos 13", "Ana: Ciudad de Tokio")
    phone.tap("Deshacer").sees("Cira decide").tap("Rehacer").sees("Tira Beto")

    throws(phone, "Beto", "112233")
    throws(phone, "Cira", "112233")
    buys_nothing(phone)
    phone.sees("Ana, corazones 7, puntos 15")
    phone.tap("Detalles").sees("Para ganar: 5 puntos", "con 3 tiradas").shot("tokyo-odds")
    phone.tap("Cerrar")
    throws(phone, "Ana", "333333")
    phone.sees("Gana Ana").shot("tokyo-won")
    with capsys.disabled():
        print(f"\ntaps of a turn with dice and a yield, in the browser: {turn}; of a whole game: {phone.taps}")
    assert turn <= 9
