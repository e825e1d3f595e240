"""Eye, thumb, ear and keyboard reach everything: what the semantics of a real browser say of each screen's layout."""

from __future__ import annotations

from collections.abc import Callable

import reach
from browser import Phone, Server
from harness import say
from stacks import action

from companion.library import Library
from companion.storage import Storage
from rules.four_souls.event import Attacked
from rules.registry import GAMES

PHONE, SMALL, LYING = (390, 844), (320, 568), (844, 390)
NAME = "(one) => one.ariaLabel || one.textContent"
KEYS = f"() => [...document.querySelectorAll('flt-semantics[tabindex=\"0\"]')].map({NAME})"
ROUNDS = 4
"""So many times round all keys at most: what is focused scrolls into sight, and others may come and go for a moment."""
STEP = 40
"""Milliseconds between two keys."""


def test_every_control_can_be_reached(server: Server, phones: Callable[..., Phone]) -> None:
    """Nothing lies beyond the edge, over something else or is too small for a thumb; keys go where they are read."""
    storage = Storage(server.data)
    table = action(Library(storage, GAMES))
    say(table, Attacked(table.state.slots[0].id))
    storage.close()
    phone = phones(viewport={"width": 390, "height": 844}, device_scale_factor=1)
    wire = reach.Wire(phone.page, server)
    phone.open(f"/table/{table.match.id}")
    fine(phone, wire, SMALL, LYING, PHONE)
    tabbed(phone)
    on(phone, "Beto, ")
    phone.page.keyboard.press("Enter")
    phone.sees("Más: ¢")
    fine(phone, wire, SMALL, LYING)
    on(phone, "Cerrar")
    phone.page.keyboard.press("Space")
    phone.sees_no("Más: ¢").open(f"/table/{table.match.id}/settings").tap("Tamaño del texto: Doble")
    fine(phone, wire, PHONE)
    phone.open(f"/table/{table.match.id}")
    fine(phone, wire, PHONE)


def fine(phone: Phone, wire: reach.Wire, *sizes: tuple[int, int]) -> None:
    """The page that is shown, in these sizes."""
    for width, height in sizes:
        phone.page.set_viewport_size({"width": width, "height": height})
        _, boxes = reach.still(phone.page, wire)
        assert list(reach.wrong(boxes, width)) == [], f"{width} × {height}"


def tabbed(phone: Phone) -> None:
    """Tab comes to everything that can be tapped."""
    missing = set(phone.page.evaluate(KEYS))
    for _ in range(ROUNDS * len(missing)):
        missing.discard(_tab(phone))
        if not missing:
            return
    raise AssertionError(f"Tab never comes to {missing}")


def on(phone: Phone, name: str) -> None:
    """Tab on to what is called that."""
    for _ in range(ROUNDS * len(phone.page.evaluate(KEYS))):
        if _tab(phone).startswith(name):
            return
    met = [_tab(phone) for _ in range(12)]
    raise AssertionError(f"{met} Tab never comes to {name!r}, only to {phone.page.evaluate(KEYS)}")


def _tab(phone: Phone) -> str:
    phone.page.keyboard.press("Tab")
    phone.page.wait_for_timeout(STEP)
    return str(phone.page.evaluate(f"() => ({NAME})(document.activeElement)"))
