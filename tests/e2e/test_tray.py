"""The tray in a real browser: rolls are read without a tap, hands and old dice are not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from bench.footage import Tray
from tests.support.server.mjpeg_stream import Streamed, streamed
from tests.support.ui.browser import Phone
from tests.support.ui.four_souls_setup import sit_down

RATE = 12
RED = Tray(rate=RATE)
"""Its dice show 6, 6 and 5."""
ROLL = "Tira un dado contra Anillo de moscas"


@pytest.fixture
def stream() -> Iterator[Streamed]:
    """The stream of the camera over the empty tray."""
    with streamed(RED.seen(RED.still(0.5)), RATE) as old_phone:
        yield old_phone


@pytest.fixture
def options(stream: Streamed) -> tuple[str, ...]:
    return ("--camera", stream.url)


def shows(phone: Phone, stream: Streamed, *frames: Any) -> None:
    """Show these frames to the camera, and wait until all have been read."""
    phone.page.wait_for_timeout(1000 * stream.show(RED.seen(chain(*frames))) + 500)


def test_a_throw_under_the_hosts_camera_lands_on_the_stack(phone: Phone, stream: Streamed) -> None:
    """A roll under the host's camera is the answer; hands and old dice are ignored.

    A wrong count is asked about and corrected.
    """
    sit_down(phone)
    phone.tap("Atacar Anillo de moscas").sees(ROLL, "La cámara del anfitrión mira: tira.").shot("tray-waits")
    stream.show(RED.seen(chain(RED.throw((2,)), RED.still(0.5, (2,)))))
    phone.sees("Tirada de 5: ¿alguien responde?", "La cámara ha leído 5").shot("tray-read")

    phone.tap("Nadie responde").sees(ROLL, "Anillo de moscas: vida 2 de 3")
    shows(phone, stream, RED.hand(1, (2,), pause=0.5), RED.still(1, (2,)))
    phone.sees(ROLL).sees_no("Tirada de")

    stream.show(RED.seen(chain(RED.throw((0, 1), (2,)), RED.still(2, (0, 1, 2)))))
    phone.sees("Veo 3 dados: toca el que cuenta.", "Dado 1: 5").shot("tray-doubts")
    for _ in range(2):
        phone.tap("Dado 2: 6").tap("Este no cuenta")
    phone.tap("Es 5").sees("Tirada de 5: ¿alguien responde?")

    phone.tap("Deshacer").sees(ROLL).tap("Detalles").tap("Historial").sees("la cámara del anfitrión").tap(
        "La foto de los dados"
    )
    phone.sees("Ocultar la foto").shot("tray-history")


@pytest.mark.landing
def test_hands_free_the_game_goes_on_to_the_next_throw(phone: Phone, stream: Streamed) -> None:
    """Switched on at the dice sheet, a hit is told large and the next throw is asked for without a tap.

    A touch beside the ring of the next throw stops it.
    """
    sit_down(phone)
    phone.tap("Atacar Anillo de moscas").sees(ROLL).tap("Cámara o tirar por mí")
    phone.tap("Manos libres").sees("Esperar otra vez a que toquéis").tap("Cerrar")
    stream.show(RED.seen(chain(RED.throw((2,)), RED.still(0.5, (2,)))))
    phone.sees("Toca la pantalla para pararlo")
    phone.sees(ROLL, "Anillo de moscas: vida 2 de 3")
    stream.show(RED.seen(chain(RED.throw((0,), (2,)), RED.still(0.5, (0, 2)))))
    phone.sees("Toca la pantalla para pararlo")
    phone.page.mouse.click(195, 150)
    phone.sees("Tirada de 6: ¿alguien responde?").sees_no("Toca la pantalla para pararlo")
    phone.page.wait_for_timeout(3500)
    phone.sees("Tirada de 6: ¿alguien responde?")
