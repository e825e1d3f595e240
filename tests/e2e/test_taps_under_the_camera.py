"""A roll of King of Tokyo under the host's camera in a real browser: nobody taps a die."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

import pytest

from bench.footage import Tray
from rules.king_of_tokyo.model.events import Began
from tests.support.server.mjpeg_stream import Streamed, streamed
from tests.support.ui.browser import Phone, Server
from tests.support.ui.taps import counter, hold, lay

SIX = Tray("1-2-3-4-5-6_white_felt.jpg", rate=12)
"""Ordinary dice; in King of Tokyo 4 is a heart, 5 energy, 6 a smash."""
ALL = tuple(range(6))


@pytest.fixture
def stream() -> Iterator[Streamed]:
    """The stream of the camera over the empty tray."""
    with streamed(SIX.seen(SIX.still(0.5)), SIX.rate) as old_phone:
        yield old_phone


@pytest.fixture
def options(stream: Streamed) -> tuple[str, ...]:
    return ("--camera", stream.url)


def test_a_roll_under_the_camera_takes_no_tap(
    server: Server, phones: Callable[..., Phone], stream: Streamed, say
) -> None:
    """Six dice are read where they lie, and the rolls go on; only *stop here* is left to a tap."""
    path = lay(server, "king_of_tokyo", ("Ana", "Beto", "Cira"), Began(0), throws="each")
    phone = phones(path=path).sees("Primera tirada de Ana", "La cámara del anfitrión mira")
    taps = counter(phone)
    stream.show(SIX.seen(chain(SIX.throw(ALL), SIX.still(1, ALL))))
    phone.sees("Muestran 1, 2, 3, corazón, energía, garra", "Quedan 2 tiradas").shot("taps-camera")
    hold(say, "King of Tokyo: a roll of six dice under the host's camera", taps())
    phone.tap("Me planto").sees("Ana: Ciudad de Tokio", "Ana, corazones 10, puntos 1, energía 1")
