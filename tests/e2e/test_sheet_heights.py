"""Sheets are as high as what is in them: measured on the screen, upright and on its side."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.library.library import Library
from companion.storage.matches import Storage
from rules.boss_monster.model.events import Chose as Boss
from rules.boss_monster.model.events import Handed
from rules.engine import Event
from rules.king_of_tokyo.model.events import Began
from rules.registry import GAMES
from tests.support.ui.browser import HUMAN, Phone, Server
from tests.support.ui.four_souls_setup import laid
from tests.support.ui.layout import BOXES, Box

UPRIGHT, SIDE = (390, 844), (844, 390)
LOW, HIGH = 0.5, 0.9
"""Shares of the screen: a sheet of few things takes less than the first, one of many more than the second."""
REST = 5
"""Looks that must be equal until a sheet has slid up."""


def made(server: Server, game: str, *events: Event) -> str:
    """The address of a match of two at which these events have happened."""
    storage = Storage(server.data)
    table = Library(storage, GAMES).matches.create(game, ("Ana", "Beto"))
    for event in events:
        table.answer(table.prompt_id, event)
    storage.close()
    return f"/t/{table.match.id}"


def boxes(phone: Phone) -> list[Box]:
    """Every node of the screen, once it is at rest."""
    seen: list[list[Box]] = []
    while len(seen) < REST or seen[-1] != seen[-2]:
        phone.page.wait_for_timeout(HUMAN)
        seen.append(phone.page.evaluate(BOXES))
    return seen[-1]


def box(phone: Phone, name: str) -> Box:
    return next(one for one in boxes(phone) if one["name"].startswith(name))


def height(phone: Phone) -> float:
    """The share of the screen that the sheet takes; its close button is in sight."""
    size, close = phone.page.viewport_size, box(phone, "Cerrar")
    assert size is not None
    assert close["seen"][1] >= 0
    assert close["seen"][3] <= size["height"]
    return float(1 - close["top"] / size["height"])


def test_a_sheet_of_two_options_is_low(server: Server, phones: Callable[..., Phone]) -> None:
    """Where a monster stands has two answers: the sheet takes less than half of the screen, also on its side."""
    phone = phones(path=made(server, "king_of_tokyo", Began(0)))
    phone.tap("Ana, ").tap("Lugar").sees("fuera de Tokio")
    assert height(phone) < LOW
    phone.page.set_viewport_size({"width": SIDE[0], "height": SIDE[1]})
    assert height(phone) < HIGH
    assert box(phone, "fuera de Tokio")["seen"][3] <= SIDE[1]


def test_the_effects_of_a_card_and_a_monster_are_as_high_as_they_are(
    server: Server, phones: Callable[..., Phone]
) -> None:
    """A monster's sheet, which a tap opens once it is attacked, is low; that of a card's effects is higher.

    The button of that one is in sight.
    """
    phone = phones(path=laid(server))
    phone.tap("Jugar botín").sees("A la pila")
    assert LOW < height(phone) < HIGH
    phone.page.set_viewport_size({"width": SIDE[0], "height": SIDE[1]})
    assert box(phone, "A la pila")["seen"][3] <= SIDE[1]
    assert height(phone) > LOW
    phone.page.set_viewport_size({"width": UPRIGHT[0], "height": UPRIGHT[1]})
    phone.tap("Cerrar").tap("Mosca: ").sees("Tira un dado contra Mosca").tap("Mosca: ").sees("Recompensa")
    assert height(phone) < LOW


@pytest.mark.parametrize("size", [UPRIGHT, SIDE])
def test_a_long_list_takes_the_screen_and_scrolls(
    size: tuple[int, int], server: Server, phones: Callable[..., Phone]
) -> None:
    """A list of rooms is longer than the screen: the close button stays in sight."""
    bosses = Boss(0, "robobo"), Boss(1, "cerebellus"), Handed()
    phone = phones(path=made(server, "boss_monster", *bosses))
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    phone.tap("En la entrada").sees("pone una habitación").tap("En la entrada").sees("Su nombre, o lo que hace")
    assert height(phone) > HIGH
