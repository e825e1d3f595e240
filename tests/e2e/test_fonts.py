"""Names in scripts that Roboto lacks, on a phone without the internet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
import pytest

from companion.ui.design.theme import DARK_SCHEME, LIGHT_SCHEME
from tests.support.ui import browser as driving

PAIRS = {
    "Chinese": ("王小明", "李小龍"),
    "Japanese": ("さくら", "けんじ"),
    "Korean": ("김민준", "박서연"),
    "Hebrew": ("שרה", "דוד"),
    "Arabic": ("مريم", "علي"),
    "emoji": ("🐙 Olga", "🦊 Zoe"),
    "symbols": ("★ Ana", "⚔ Eva"),
}
"""Two names of each script with other first letters: in boxes their badges are the same."""
DIFFERENT = 20
"""Pixels that differ much between two badges with other letters; two boxes differ in none."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[driving.Server]:
    served = driving.Server(tmp_path_factory.mktemp("fonts"))
    served.is_forked = True
    try:
        yield served.start()
    finally:
        served.kill()


@pytest.fixture
def page(chromium: Any, server: driving.Server) -> Iterator[tuple[driving.Phone, list[str]]]:
    """A phone at a set-up, and the addresses of all that it asks for."""
    with driving.phone(chromium, server, "/new/king_of_tokyo") as one:
        asked: list[str] = []
        one.page.on("request", lambda request: asked.append(request.url))
        yield one, asked


def badge(phone: driving.Phone, name: str) -> Any:
    """The badge of the first player with that name, in grey."""
    phone.type("Jugador 1", name)
    phone.find(f"Color y signo: {name}")
    phone.page.wait_for_timeout(800)
    box = phone.box(f"Color y signo: {name}")
    phone.draw_last_frame()
    shot = phone.page.screenshot(clip=box)
    return cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_GRAYSCALE).astype(float)


@pytest.mark.parametrize("script", PAIRS)
def test_every_script_has_glyphs_of_our_own_server(
    page: tuple[driving.Phone, list[str]], server: driving.Server, script: str
) -> None:
    """Two first letters are drawn as two glyphs, with fonts that nobody else serves."""
    phone, asked = page
    first, second = (badge(phone, name) for name in PAIRS[script])
    phone.shot(f"font-{script}")
    assert (abs(first - second) > 100).sum() > DIFFERENT
    assert any(driving.FONTS + "noto" in url for url in asked)
    assert [url for url in asked if not url.startswith((server.url, "blob:", "data:"))] == []


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_headings_have_the_color_of_texts(chromium: Any, server: driving.Server, scheme: str) -> None:
    """A text without a color of its own has that of our scheme, not of Flutter's."""
    with driving.phone(chromium, server, "/new/king_of_tokyo", color_scheme=scheme) as one:
        one.sees("¿Quién juega?").draw_last_frame()
        one.page.wait_for_timeout(800)
        shot = one.page.screenshot(clip={"x": 55, "y": 18, "width": 140, "height": 26})
    picture = cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_COLOR).reshape(-1, 3)
    wanted = (DARK_SCHEME if scheme == "dark" else LIGHT_SCHEME)["on_surface"]
    drawn = (picture == [int(wanted[k : k + 2], 16) for k in (5, 3, 1)]).all(axis=1)
    assert drawn.sum() > 50


def test_latin_names_load_no_other_font(page: tuple[driving.Phone, list[str]]) -> None:
    """A font is fetched when a name needs it, not before."""
    phone, asked = page
    badge(phone, "Begoña Ñuñez")
    assert [url for url in asked if driving.FONTS + "noto" in url] == []
