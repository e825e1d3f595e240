"""What helps at the table, in a real browser: hints, signs, looks, silences and a key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.library.library import Library
from companion.library.seat_looks import seat_looks
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.screen.look import PAINTED, RENDERER
from tests.support.ui import browser as driving
from tests.support.ui.browser import Phone, Server
from tests.support.ui.four_souls_setup import laid

HINT = "Aquí va la pregunta"
LIFE = "La vida que queda"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server whose page says what it paints: the text of a long press is not among the names."""
    served = Server(tmp_path)
    served.environment = dict(RENDERER)
    try:
        yield served.start()
    finally:
        served.kill()


def test_a_first_evening(server: Server, chromium: Any) -> None:
    """A new device is told how it works, learns the signs, takes a color and is asked less."""
    path = laid(server)
    with driving.phone(chromium, server, path, (PAINTED,), explains=True) as phone:
        phone.sees("¿Qué haces?", HINT).tap("Entendido").sees_no(HINT)
        phone.reload().sees("¿Qué haces?").sees_no(HINT)
        explain_a_sign(phone)
        phone.tap("Menú").tap("Signos").sees("mantener pulsado", LIFE, "Botín", "Centavos").tap("Atrás")
        choose_a_look(phone)
        silence_and_ask_again(phone)
        phone.page.keyboard.press("F2")
        phone.sees("Cómo está la mesa", "Ana", "Beto")
    storage = Storage(server.data)
    ana, beto = seat_looks(Library(storage, GAMES).settings, path.rpartition("/")[2], 2)
    storage.close()
    assert (ana.color, ana.sign) == (3, "anchor")
    assert beto != ana


def explain_a_sign(phone: Phone) -> None:
    """A pointer that rests on the heart of a monster reads what it means, and opens nothing."""
    box = phone.box("Mosca: vida")
    phone.page.mouse.move(box["x"] + 22, box["y"] + 53)
    phone.until("text => painted.now().some(one => one.text.includes(text))", LIFE)
    phone.lift().sees("¿Qué haces?")
    assert not phone.can_tap("Cerrar")


def choose_a_look(phone: Phone) -> None:
    """Ana takes pink and the anchor on her own sheet."""
    phone.tap("Ana, vida").tap("Color y signo").tap("Rosa").tap("Ancla").tap("Cerrar")


def silence_and_ask_again(phone: Phone) -> None:
    """Nobody is asked about attack rolls any more; the menu lists that, and one tap revokes it."""
    phone.tap("Atacar Mosca").tap("Dado: 1").sees("¿alguien responde?").tap("No preguntar más por esto")
    phone.sees("No preguntar más").tap("Toda la mesa: ")
    phone.tap("Menú").sees("Esta mesa", "Lo que ya no se pregunta en esta partida", "Volver a preguntar")
    phone.tap("Volver a preguntar").tap("Volver a preguntar")  # Ana's and Beto's
    phone.sees_no("Lo que ya no se pregunta").tap("Atrás")
