"""Taps of a whole turn, counted in a real browser; ``tests/ui/test_taps.py`` counts those of every other row."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.support.ui.browser import Phone, Server
from tests.support.ui.four_souls_setup import laid
from tests.support.ui.taps import hold


def test_a_whole_first_turn_takes_few_taps(server: Server, phones: Callable[..., Phone], say) -> None:
    """3¢ of loot, Clotty with three throws and a reroll, a treasure of the shop, its end: 15 taps at most."""
    phone = phones(path=laid(server, ("clotty", "monstro"))).sees("¿Qué haces?")
    phone.tap("Jugar botín").tap(re.compile(r"^\+3 ¢")).tap(re.compile("^Nadie responde")).sees(
        "Ana, vida 2, almas 0, ¢ 6"
    )
    phone.tap("Atacar Clotty").sees("Tira un dado contra")
    for face in (1, 5, 1):
        phone.tap(f"Dado: {face}").sees(f"Tirada de {face}")
    phone.tap(re.compile("^El D6: ")).sees("La pila entera").tap("Dado: 4").sees("Tirada de 4")
    phone.tap(re.compile("^Nadie responde")).sees("Toca los tres números").tap("vida 1").tap("Mosca").sees("¢ 10")
    phone.tap("Comprar en la tienda").sees("compra un tesoro. ¿Alguien responde?").tap("Terminar el turno").sees(
        "Beto decide", "Ana, vida 2, almas 0, ¢ 0"
    )
    hold(say, "Four Souls: a whole first turn (3¢ of loot, three rolls, a reroll, a purchase)", phone.taps)
