"""The main journey in a real browser: a photographed die is the roll, and resolves."""

import re

from tests.support.ui.browser import Phone, Server
from tests.support.ui.die_photo import FACE, PHOTO
from tests.support.ui.four_souls_setup import sit_down


def photograph(phone: Phone) -> None:
    """Upload a picture whose die is the roll."""
    phone.tap("Cámara o tirar por mí").sees("cámara")
    phone.shot("dice")
    phone.upload(PHOTO, "Foto de los dados")


def test_a_photographed_die_hits_a_monster_and_survives_undo_and_a_crash(phone: Phone, server: Server) -> None:
    """A photographed roll hits a monster, and survives undo, redo, a kill and a restart.

    Photo, roll, an answer, damage, the next decision; the undo goes back through the scan.
    """
    sit_down(phone)
    phone.tap("Atacar Anillo de moscas").sees("Tira un dado contra Anillo de moscas", "Acierta con 3 o más")
    photograph(phone)
    phone.sees(f"Tirada de {FACE}: ¿alguien responde?", "Acierta: 1 de daño a Anillo de moscas").shot("table")

    phone.tap("Beto: Jugar botín").tap(re.compile("^Más: ¢"))
    phone.shot("pad")
    phone.tap("A la pila").sees("La pila entera")
    phone.shot("stack")
    phone.tap(re.compile("^Nadie responde")).sees("Beto, vida 2, almas 0, ¢ 4").sees_no("La pila entera")
    phone.tap(re.compile("^Nadie responde")).sees("Anillo de moscas: vida 2 de 3", "Tira un dado contra")

    before = asked(phone)
    for _ in range(4):  # the roll's resolution, Beto's card, its playing, the photo
        phone.tap("Deshacer")
    phone.sees("Tira un dado contra Anillo de moscas").sees(
        "Anillo de moscas: vida 3 de 3", "Beto, vida 2, almas 0, ¢ 3"
    )
    for _ in range(4):
        phone.tap("Rehacer")
    phone.sees("Anillo de moscas: vida 2 de 3", "Beto, vida 2, almas 0, ¢ 4")
    assert asked(phone) == before

    server.restart()
    phone.open().tap(re.compile("Ana · Beto")).sees("Tira un dado contra Anillo de moscas", "Ana decide")
    assert asked(phone) == before


def asked(phone: Phone) -> str:
    """Who decides, the question and all numbers: the page's text before the ribbon."""
    return phone.text.partition("LO QUE ACABA DE PASAR")[0]
