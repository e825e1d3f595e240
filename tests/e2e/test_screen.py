"""What only a browser shows of the screen: the frame's colour, letters that stay, taps that reach their button."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from companion.library.library import Library
from companion.storage.matches import Storage
from companion.ui.design.theme import seat_colour
from rules.registry import GAMES
from tests.support.games.four_souls_stacks import PEOPLE, action
from tests.support.paths import FIXTURES
from tests.support.ui.browser import HUMAN, OFTEN, PATIENCE, Phone, Server
from tests.support.ui.headless import first_monster

DICE: Path = FIXTURES / "scenes" / "2-3-4_black_cloth.jpg"
CLOSE = 60.0
"""Distance of two colours, summed over red, green and blue, up to which they look the same."""
VALUES = "[...document.querySelectorAll('flt-semantics-host input')].map((one) => one.value)"
HIT = """(name) => [...document.querySelectorAll('flt-semantics[flt-tappable]')]
    .filter((one) => one.textContent.startsWith(name))
    .every((one) => { const at = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2)); })"""


def test_the_screen_in_a_browser(server: Server, phones: Callable[..., Phone]) -> None:
    """Names, a search, keys, the frame and a photo's dice, as a person uses them.

    Enter goes on to the next name; a search keeps its letters; the frame goes on with the turn; Escape closes a sheet;
    no node lies over the dice of a photo.
    """
    storage = Storage(server.data)
    library = Library(storage, GAMES)
    at_first, table = first_monster(library, "Ana", "Beto"), action(library)
    storage.close()
    phone = phones()
    names(phone)
    phone.open(f"/t/{at_first.match.id}").sees("Toca los tres números")
    phone.type("O su nombre", "monstr").sees("Monstro")
    assert phone.page.get_by_role("textbox", name="O su nombre").input_value() == "monstr"
    phone.open(f"/t/{table.match.id}").sees("¿Qué haces?")
    only_framed(phone, "Ana")
    phone.tap(re.compile("^Terminar el turno")).sees("Beto decide")
    only_framed(phone, "Beto")
    phone.tap(re.compile("^Cira, ")).sees("Más: ¢")
    phone.page.keyboard.press("Escape")
    phone.sees_no("Más: ¢")
    phone.tap(re.compile("^Atacar Araña grande")).tap(re.compile("^Cámara o tirar")).sees("Tirar por mí")
    phone.upload(DICE, "Foto de los dados").sees("Dado 3")
    assert phone.page.evaluate(HIT, "Dado")
    phone.tap("Dado 3").sees("¿Qué muestra el dado 3?")


def names(phone: Phone) -> None:
    """Type two names, with Enter between them."""
    phone.open("/new/four_souls").tap("2 jugadores")
    phone.page.get_by_role("textbox", name="Jugador 1").click()
    phone.page.wait_for_timeout(HUMAN)
    phone.draw_last_frame()
    phone.page.keyboard.type("Marcos")
    phone.page.keyboard.press("Enter")
    phone.until("() => document.activeElement.ariaLabel === 'Jugador 2'")
    phone.page.wait_for_timeout(HUMAN)
    phone.draw_last_frame()
    phone.page.keyboard.type("Eva")
    phone.until(f"() => {VALUES}.join() === 'Marcos,Eva'")


def only_framed(phone: Phone, wanted: str) -> None:
    """Wait until the frame is on that player's row, and on no other."""
    end, found = time.monotonic() + PATIENCE / 1000, list[str]()
    while found != [wanted]:
        assert time.monotonic() < end, f"the frame is on {found}"
        phone.page.wait_for_timeout(OFTEN)
        found = [name for seat, name in enumerate(PEOPLE) if framed(phone, name, seat)]


def framed(phone: Phone, name: str, seat: int) -> bool:
    """Whether the row of that player has the frame in the colour of its seat."""
    box = phone.box(re.compile(f"^{name}, "))
    clip = {"x": box["x"] + box["width"] / 2, "y": box["y"] - 2, "width": 2, "height": 6}
    png = phone.page.screenshot(clip=clip)  # type: ignore[arg-type]
    seen = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)[:, :, ::-1].astype(int)
    wanted = [int(seat_colour(seat)[k : k + 2], 16) for k in (1, 3, 5)]
    return bool(np.abs(seen - wanted).sum(axis=2).min() < CLOSE)
