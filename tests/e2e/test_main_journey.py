"""The road in a real browser: a photographed die is a roll, is answered, resolves; and nothing of it is lost."""

import os
import re
from collections.abc import Callable

from tests.support.paths import FIXTURES, SHARED
from tests.support.ui.browser import Phone, Server
from tests.support.ui.four_souls_setup import laid, name_monster, sit_down

REAL = SHARED / "photos" / "check" / "matteo_14.jpg"
RENDERED = FIXTURES / "scenes" / "5_green_wood.jpg"
FOR_README = "SOBREMESA_SHOTS" in os.environ
"""With SOBREMESA_SHOTS=docs/pictures this leaves the README's pictures, in which nobody else's photo may be seen."""
PHOTO, FACE = (REAL, 4) if REAL.exists() and not FOR_README else (RENDERED, 5)
"""One die: a photo where there are photos, a rendered one elsewhere."""


def photograph(phone: Phone) -> None:
    """The die in the picture is the roll."""
    phone.tap("Foto u otra manera").sees("cámara")
    phone.shot("dice")
    phone.upload(PHOTO, "Foto de los dados")


def test_a_photographed_die_hits_a_monster_and_survives_undo_and_a_crash(phone: Phone, server: Server) -> None:
    """Photo, roll, an answer, damage, the next decision; undone back through the scan, redone, killed, resumed."""
    sit_down(phone)
    phone.tap("Atacar Anillo de moscas").sees("Tira un dado contra Anillo de moscas", "Acierta con 3 o más")
    photograph(phone)
    phone.sees(f"Tirada de {FACE}: ¿alguien responde?", "Acierta: 1 de daño a Anillo de moscas").shot("table")

    phone.tap("Alguien responde").tap("Responde Beto").tap(re.compile("[Cc]arta de botín$")).tap(re.compile("^Más: ¢"))
    phone.shot("pad")
    phone.tap("A la pila").sees("PILA · 2")
    phone.shot("stack")
    phone.tap(re.compile("^Nadie responde")).sees("Beto, vida 2, ¢ 4").sees_no("PILA · 2")
    phone.tap(re.compile("^Nadie responde")).sees("Anillo de moscas: vida 2 de 3", "Tira un dado contra")

    before = asked(phone)
    for _ in range(4):  # the roll's resolution, Beto's card, its playing, the scan
        phone.tap("Deshacer")
    phone.sees("Tira un dado contra Anillo de moscas").sees("Anillo de moscas: vida 3 de 3", "Beto, vida 2, ¢ 3")
    for _ in range(4):
        phone.tap("Rehacer")
    phone.sees("Anillo de moscas: vida 2 de 3", "Beto, vida 2, ¢ 4")
    assert asked(phone) == before

    server.restart()
    phone.open().tap(re.compile("Ana · Beto")).sees("Tira un dado contra Anillo de moscas", "Ana decide")
    assert asked(phone) == before


def asked(phone: Phone) -> str:
    """Who decides, what is asked, and all numbers: what is read before the ribbon."""
    return phone.text.partition("LO QUE ACABA DE PASAR")[0]


def test_a_turn_with_a_fight_takes_few_taps(server: Server, phones: Callable[..., Phone], say) -> None:
    """Three hits and a miss, kill, refill, end of turn: at most 8 taps beside dice and naming the monster."""
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
    """A card with one outcome, from the hand to what it does: at most 4 taps."""
    phone = phones(path=laid(server)).sees("¿Qué haces?")
    taps = counter(phone)
    phone.tap("Carta de botín").tap(re.compile("^Más: ¢")).tap("A la pila").sees("PILA · 1")
    phone.tap(re.compile("^Nadie responde")).sees("Ana, vida 2, ¢ 4")
    used = taps()
    say(f"taps of a loot card with one outcome: {used}")
    assert used <= 4


def counter(phone: Phone) -> Callable[[], int]:
    """How many taps since the last time it was asked."""
    last = phone.taps

    def since() -> int:
        nonlocal last
        before, last = last, phone.taps
        return last - before

    return since
