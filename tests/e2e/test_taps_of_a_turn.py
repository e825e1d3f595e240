"""Taps of usual turns, counted in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.support.ui.browser import Phone, Server
from tests.support.ui.four_souls_setup import laid, name_monster


def test_a_turn_with_a_fight_takes_few_taps(server: Server, phones: Callable[..., Phone], say) -> None:
    """A turn with a fight takes at most 8 taps beside dice and naming the monster.

    Three hits and a miss, kill, refill, end of turn.
    """
    phone = phones(path=laid(server)).sees("¿Qué haces?")
    taps = counter(phone)
    phone.tap("Atacar Anillo de moscas")
    for face in (5, 2, 6, 4):
        phone.sees("Tira un dado contra").tap(f"Dado: {face}")
        phone.sees(f"Tirada de {face}").tap(re.compile("^Nadie responde"))
    phone.sees("uerte de Anillo de moscas").tap(re.compile("^Nadie responde"))
    fight = taps()
    name_monster(phone, 2, 3, 1, "Clotty")
    naming = taps()
    phone.sees("¿Qué haces?").tap(re.compile("^Terminar el turno")).sees("Beto decide", "¿Qué haces?")
    besides = fight + taps() - 4
    say(f"taps of a turn with four attack rolls: {besides} beside 4 dice; naming the monster: {naming}")
    assert besides <= 8
    assert naming <= 4


def test_a_loot_card_takes_few_taps(server: Server, phones: Callable[..., Phone], say) -> None:
    """A loot card with one outcome takes at most 4 taps, from the hand to its effect."""
    phone = phones(path=laid(server)).sees("¿Qué haces?")
    taps = counter(phone)
    phone.tap("Jugar botín").tap(re.compile("^Más: ¢")).tap("A la pila").sees("PILA · 1")
    phone.tap(re.compile("^Nadie responde")).sees("Ana, vida 2, ¢ 4")
    used = taps()
    say(f"taps of a loot card with one outcome: {used}")
    assert used <= 4


def counter(phone: Phone) -> Callable[[], int]:
    """Returns the number of taps since its last call."""
    last = phone.taps

    def since() -> int:
        nonlocal last
        before, last = last, phone.taps
        return last - before

    return since
