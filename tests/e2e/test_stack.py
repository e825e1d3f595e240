"""The stack with one, four and nine items on a phone: who decides, top item, answers."""

import re
from collections.abc import Callable

from companion.library.library import Library
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.games.four_souls_stacks import stacked
from tests.support.ui.browser import Phone, Server

HEIGHT = 844
TOPS = {1: "Tirada de 4", 4: "Cancela un efecto desencadenado", 9: "Ana se cura 1"}
"""What the top item says, by the number of items."""
ANSWERS, UNDER = ("Nadie responde", "Alguien responde"), "La pila entera"


def test_the_stack_is_readable(server: Server, phones: Callable[..., Phone]) -> None:
    """Who decides, the whole top item and both answers are visible with any number of items."""
    storage = Storage(server.data)
    library = Library(storage, GAMES)
    matches = {count: stacked(library, count).match.id for count in TOPS}
    storage.close()
    phone = phones()
    for count, does in TOPS.items():
        phone.open(f"/t/{matches[count]}").sees("Toda la mesa", does)
        answers = [edges(phone, name) for name in ANSWERS]
        assert all(bottom <= HEIGHT for _, bottom in answers)
        assert phone.can_tap(UNDER) == (count > 1)
        if count > 1:  # the pile, directly below the top item
            top, bottom = edges(phone, UNDER)
            assert HEIGHT / 6 < top < bottom < min(above for above, _ in answers)
        phone.shot(f"stack-{count}")
    phone.tap(re.compile(f"^{UNDER}")).sees("Pila · 9", "Mini Mush", "Butter Bean!", "El D6", "Bomb!")
    phone.shot("stack-whole")


def edges(phone: Phone, name: str) -> tuple[float, float]:
    """Top and bottom of it on the screen."""
    box = phone.box(re.compile(f"^{name}"))
    return box["y"], box["y"] + box["height"]
