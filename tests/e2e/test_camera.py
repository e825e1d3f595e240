"""The live camera in a real browser: a roll, a wrong count, a refused camera."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.ui import browser as driving
from tests.support.ui.browser import Server
from tests.support.ui.fake_camera import DOUBLE, FIVE, film, film_flags
from tests.support.ui.four_souls_setup import laid


@pytest.fixture(scope="module")
def reel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The video file that the camera shows."""
    path = tmp_path_factory.mktemp("camera") / "film.mjpeg"
    film(path, FIVE.still(0.2))
    return path


@pytest.fixture(scope="module")
def filmed(installed: None, reel: Path) -> Iterator[Any]:
    """A Chromium with that video as its camera, which it gives to allowed pages without asking."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, driving.chromium(playwright, driving.ONCE, *film_flags(reel)) as browser:
        yield browser


def test_a_throw_lands_on_the_stack_untouched(filmed: Any, reel: Path, server: Server) -> None:
    """A roll needs one tap from question to stack; a wrong count is corrected and kept, as is an undone roll.

    Two dice lie there for a roll of one; where the camera is refused the roll is typed.
    """
    with driving.phone(filmed, server, laid(server), permissions=["camera"]) as phone:
        kinds = ("new Blob(['x'], {type: 'image/jpeg'})", "new File(['x'], 'x.jpg', {type: 'image/jpeg'})")
        frame, chosen = (phone.page.evaluate(f"URL.createObjectURL({kind})") for kind in kinds)
        phone.tap("Atacar Anillo de moscas").sees("Tira un dado contra")
        film(reel, [*FIVE.still(2), *FIVE.throw((0,)), *FIVE.still(30, (0,))])
        before = phone.taps
        phone.tap("Cámara o tirar por mí").sees("Pila · 1", "Tirada de 5")
        assert phone.taps - before == 1

        phone.tap("Deshacer").sees("Tira un dado contra")
        film(reel, DOUBLE.still(30, (0, 1)))
        phone.tap("Cámara o tirar por mí").sees("Sobra 1 dado", "Veo 2 dados: toca el que cuenta.").shot("finder")
        values = sorted(DOUBLE.truth[k][0] for k in (0, 1))
        phone.tap(f"Dado 1: {values[0]}").sees("¿Qué muestra el dado 1?").shot("review")
        phone.tap("Este no cuenta").tap(f"Es {values[1]}").sees(f"Tirada de {values[1]}")

        phone.tap("Deshacer").sees("Tira un dado contra")
        phone.tap("Cámara o tirar por mí").tap("Qué tal se leen los dados")
        phone.sees("3 dados leídos", "1 de 3 bien", "leído como 5, es 6", "leído como 6, es nada")
        phone.shot("figures")
        kept = "url => fetch(url).then(() => true, () => false)"
        assert [phone.page.evaluate(kept, url) for url in (frame, chosen)] == [False, True], "a frame is let go of"
        with driving.phone(filmed, server, phone.at_table()) as other:
            other.tap("Cámara o tirar por mí")
            other.sees("El navegador no deja usar la cámara", "Foto de los dados").shot("refused")
            other.tap("4").sees("Tirada de 4")


def test_a_die_is_taught_live(filmed: Any, reel: Path, server: Server) -> None:
    """The lesson opens the same camera: it outlines the die in the middle, and a tap is a picture of its face."""
    film(reel, FIVE.still(30, (0,)))
    with driving.phone(filmed, server, laid(server), permissions=["camera"]) as phone:
        lesson = f"{phone.at_table()}/dice"
        phone.open(lesson).sees("Enséñale: Dados de puntos").shot("lesson")
        phone.tap("Cámara en directo").sees("Veo el dado")
        phone.tap("Enseñar 1").sees("1: 1 foto").shot("lesson-live")
    with driving.phone(filmed, server, lesson) as refused:
        refused.tap("Cámara en directo").sees("El navegador no deja usar la cámara")
        refused.shot("lesson-refused")


SHOW = """state => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  Object.defineProperty(document, 'hidden', { value: state === 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
"""Script that tells the page that it is hidden or visible."""
DRAWN_CAMERA = """(() => {
  const canvas = document.createElement('canvas');
  const pencil = canvas.getContext('2d');
  Object.assign(canvas, { width: 640, height: 480 });
  globalThis.camera = { moves: true, taken: false, track: null };
  let drawn = 0;
  setInterval(() => {
    if (!camera.moves) return;
    drawn += 1;
    pencil.fillStyle = `rgb(90 ${110 + drawn % 2} 90)`;
    pencil.fillRect(0, 0, 640, 480);
  }, 100);
  navigator.mediaDevices.getUserMedia = async () => {
    if (camera.taken) throw new DOMException('another app has it', 'NotReadableError');
    const stream = canvas.captureStream(10);
    [camera.track] = stream.getVideoTracks();
    return stream;
  };
})();"""
"""Script after which the camera is one that a test can end, let stand still, and take away."""
LOST = "No llega imagen de la cámara"
SAID_SECONDS = 3.0
"""Seconds within which a lost camera must be told of."""


def test_a_camera_that_is_lost_is_told_of_and_asked_for_again(
    filmed: Any, server: Server, say: Callable[[str], None]
) -> None:
    """A camera that ends or stands still is said within three seconds, and is asked for again.

    Once its picture moves, it is read again without a tap. One that another app has taken leaves the photo, until the
    page was hidden and shows again.
    """
    with driving.phone(filmed, server, laid(server), scripts=(DRAWN_CAMERA,), permissions=["camera"]) as phone:
        phone.tap("Atacar Anillo de moscas").tap("Cámara o tirar por mí").sees("Tira: yo lo leo.")
        ended = seconds_until(phone, "camera.track.stop()")
        phone.sees("Tira: yo lo leo.")
        still = seconds_until(phone, "camera.moves = false")
        phone.shot("finder-lost")
        phone.page.evaluate("camera.moves = true")
        phone.sees("Tira: yo lo leo.")
        phone.page.evaluate("camera.taken = true, camera.track.stop()")
        phone.sees("Otra app tiene la cámara", "Foto de los dados")
        phone.page.evaluate("camera.taken = false")
        show_again(phone)
        phone.sees("Tira: yo lo leo.")
    say(f"a lost camera is told of after {ended:.1f} s (ended), {still:.1f} s (stands still)")
    assert max(ended, still) <= SAID_SECONDS


def seconds_until(phone: driving.Phone, script: str) -> float:
    """Run the script that loses the camera; return the seconds until the phone says so."""
    phone.page.evaluate(script)
    began = time.monotonic()
    phone.sees(LOST)
    return time.monotonic() - began


def show_again(phone: driving.Phone) -> None:
    """Hide the page for a moment, as another app in front of it does, and show it again."""
    for state in ("hidden", "visible"):
        phone.page.evaluate(SHOW, state)
        phone.page.wait_for_timeout(1000)
