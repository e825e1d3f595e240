"""Layout and accessibility of each screen, checked by a real browser's semantics."""

from __future__ import annotations

import re
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.library.library import Library
from companion.storage.matches import Storage
from companion.ui.widgets.counter import HOLD_REPEAT_SECONDS
from rules.four_souls.model.events import Attacked
from rules.registry import GAMES
from tests.support.games.four_souls_stacks import action
from tests.support.ui import layout as reach
from tests.support.ui.browser import HUMAN, Phone, Server
from tests.support.ui.headless import say

PHONE, SMALL, LYING = (390, 844), (320, 568), (844, 390)
NAME = "(one) => one.ariaLabel || one.textContent"
KEYS = f"() => [...document.querySelectorAll('flt-semantics[tabindex=\"0\"]')].map({NAME})"
FOCUSED = f"() => ({NAME})(document.activeElement)"
SIDEWAYS = """() => [...document.querySelectorAll('flt-semantics')]
    .filter((one) => getComputedStyle(one).overflowY === 'scroll')
    .map((one) => { one.scrollLeft = 200; return [one.clientWidth, one.scrollLeft]; })"""
"""Width of every list and how far it lets itself be pushed sideways, as by a screen reader that shows a control."""
COLORS = ("Como el sistema", "Claro", "Oscuro")
ROUNDS = 4
"""Most rounds through all controls: focusing one scrolls the page, so others may be missing for a moment."""
SHOWN = "Menos: ¢\nEscribir: ¢, {}\nMás: ¢"
LETTER = 8
"""Least width of a letter on average, in points at the usual size of text."""
INK = 80
"""Least difference in grey levels of a focus ring."""


def test_every_control_can_be_reached(server: Server, phones: Callable[..., Phone]) -> None:
    """Every control is on the screen, uncovered, large enough, and in reach of the keyboard."""
    storage = Storage(server.data)
    table = action(Library(storage, GAMES))
    say(table, Attacked(table.state.slots[0].id))
    storage.close()
    phone = phones(viewport={"width": 390, "height": 844}, device_scale_factor=1)
    wire = reach.Wire(phone.page, server)
    phone.open(f"/t/{table.match.id}")
    fine(phone, wire, SMALL, LYING, PHONE)
    tabbed(phone)
    on(phone, "Beto, ")
    phone.page.keyboard.press("Enter")
    phone.sees("Más: ¢")
    fine(phone, wire, SMALL, LYING)
    counted(phone)
    on(phone, "Cerrar")
    phone.page.keyboard.press("Space")
    phone.sees_no("Más: ¢").open(f"/t/{table.match.id}/settings").tap("Tamaño del texto: Doble")
    fine(phone, wire, PHONE)
    phone.open(f"/t/{table.match.id}")
    fine(phone, wire, PHONE)


def test_nobody_is_kept_from_enlarging_the_page(server: Server, phones: Callable[..., Phone]) -> None:
    """Flutter forbids it; its line stands in the page, without that."""
    phone = phones()
    phone.open("/")
    lines = phone.page.evaluate("[...document.querySelectorAll('meta[name=viewport]')].map((one) => one.content)")
    assert lines == ["width=device-width, initial-scale=1.0"]


@pytest.mark.parametrize("text", [100, 200])
def test_the_pages_of_codes_fit_every_phone(server: Server, phones: Callable[..., Phone], text: int) -> None:
    """A game's codes, and the page that takes them in, here without a camera."""
    storage = Storage(server.data)
    match = Library(storage, GAMES).matches.create("darkmoor", ("Ana", "Beto")).match.id
    storage.close()
    phone = phones(
        viewport={"width": PHONE[0], "height": PHONE[1]}, device_scale_factor=1, scripts=(reach.habits(text),)
    )
    wire = reach.Wire(phone.page, server)
    for path, says in ((f"/t/{match}/codes", "1 de "), ("/receive", "importa el archivo")):
        phone.open(path).sees(says)
        fine(phone, wire, SMALL, LYING, PHONE)


@pytest.mark.parametrize("text", [100, 200])
def test_what_is_focused_lies_where_it_is_drawn(server: Server, phones: Callable[..., Phone], text: int) -> None:
    """No list of controls can be pushed sideways, away from the picture, and the last ones are large enough."""
    storage = Storage(server.data)
    match = Library(storage, GAMES).matches.create("darkmoor", ("Ana", "Beto")).match.id
    storage.close()
    phone = phones(viewport={"width": PHONE[0], "height": PHONE[1]}, scripts=(reach.habits(text),))
    wire = reach.Wire(phone.page, server)
    phone.open(f"/t/{match}/settings").sees("Donde nadie suele responder")
    lists = phone.page.evaluate(SIDEWAYS)
    assert lists
    assert all(pushed == 0 for _, pushed in lists), lists
    for name in COLORS:
        phone.page.get_by_role("radio", name=name, exact=True).scroll_into_view_if_needed()
    _, boxes = reach.still(phone.page, wire)
    assert {box["name"] for box in boxes} >= set(COLORS)
    assert list(reach.wrong(boxes, PHONE[0])) == []


@pytest.mark.parametrize(("width", "text"), [(PHONE[0], 200), (SMALL[0], 200), (SMALL[0], 130)])
def test_no_word_of_a_button_leaves_it_or_breaks(
    server: Server, phones: Callable[..., Phone], width: int, text: int
) -> None:
    """A long label breaks inside its button, beside which the panel is plain; choices have room for their words."""
    storage = Storage(server.data)
    match = Library(storage, GAMES).matches.create("king_of_tokyo", ("Ana", "Beto")).match.id
    storage.close()
    phone = phones(viewport={"width": width, "height": PHONE[1]}, device_scale_factor=1, scripts=(reach.habits(text),))
    wire = reach.Wire(phone.page, server)
    phone.open(f"/t/{match}/settings").sees("Donde nadie suele responder")
    for name in ("Volver a explicar el primer turno", "Nuestros dados: enseñar sus caras"):
        phone.find(name).scroll_into_view_if_needed()
        picture, boxes = reach.still(phone.page, wire)
        (box,) = [box for box in boxes if box["name"] == name]
        grey = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_GRAYSCALE)
        beside = grey[int(box["top"]) + 20 : int(box["bottom"]) - 20, int(box["right"]) + 2 : int(box["right"]) + 12]
        assert int(np.ptp(beside)) < 8, name
    choices = [box for box in reach.still(phone.page, wire)[1] if box["name"].startswith("Tamaño del texto: ")]
    assert len(choices) == 4
    for box in choices:
        longest = max(map(len, box["name"].partition(": ")[2].split()))
        assert box["right"] - box["left"] >= longest * LETTER * text / 100, box["name"]


def fine(phone: Phone, wire: reach.Wire, *sizes: tuple[int, int]) -> None:
    """Check the page shown in these sizes."""
    for width, height in sizes:
        phone.page.set_viewport_size({"width": width, "height": height})
        picture, boxes = reach.still(phone.page, wire)
        assert not reach.broken(picture), f"{width} × {height}: a part of it cannot be laid out"
        assert list(reach.wrong(boxes, width)) == [], f"{width} × {height}"


def counted(phone: Phone) -> None:
    """Check a number's + key: focus ring, Enter and Space count one, a hold counts by tens."""
    assert not ringed(phone, "Más: ¢")
    on(phone, "Más: ¢")
    phone.page.wait_for_timeout(HUMAN)
    assert ringed(phone, "Más: ¢")
    before = cents(phone)
    for by, key in enumerate(("Enter", "Space"), 1):
        phone.page.keyboard.press(key)
        phone.sees(f"+{by}, ")
    assert cents(phone) == before + 2
    box = phone.box("Más: ¢")
    phone.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.page.mouse.down()
    phone.sees(SHOWN.format(before + 12)).sees(SHOWN.format(before + 22))
    phone.page.mouse.up()
    phone.page.wait_for_timeout(3000 * HOLD_REPEAT_SECONDS)
    let_go = cents(phone)
    phone.page.wait_for_timeout(3000 * HOLD_REPEAT_SECONDS)
    assert cents(phone) == let_go


def cents(phone: Phone) -> int:
    """The value of the number between its keys."""
    found = re.search(SHOWN.format(r"(\d+)"), phone.text)
    assert found is not None, phone.text
    return int(found[1])


def ringed(phone: Phone, name: str) -> bool:
    """Whether the control of that name has a focus ring at its edge."""
    box = phone.box(name)
    clip = {"x": box["x"] + 1, "y": box["y"] + box["height"] / 2, "width": 12, "height": 1}
    png = phone.page.screenshot(clip=clip)  # type: ignore[arg-type]
    return bool(np.ptp(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE)) > INK)


def tabbed(phone: Phone) -> None:
    """Check that Tab reaches every control that can be tapped."""
    missing = set(phone.page.evaluate(KEYS))
    for _ in range(ROUNDS * len(missing)):
        missing.discard(phone.press_tab(FOCUSED))
        if not missing:
            return
    raise AssertionError(f"Tab never comes to {missing}")


def on(phone: Phone, name: str) -> None:
    """Press Tab until the control of that name has the focus."""
    for _ in range(ROUNDS * len(phone.page.evaluate(KEYS))):
        if phone.press_tab(FOCUSED).startswith(name):
            return
    met = [phone.press_tab(FOCUSED) for _ in range(12)]
    raise AssertionError(f"{met} Tab never comes to {name!r}, only to {phone.page.evaluate(KEYS)}")
