"""The stack with one, four and nine items on a phone: who decides, top item, answers.

With SOBREMESA_SHOTS=folder the screenshots are saved there, in both languages, dark and light. Otherwise one theme is
enough, because texts and controls do not depend on it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from companion.library.library import Library
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.games.four_souls_stacks import stacked
from tests.support.ui import browser
from tests.support.ui.browser import Phone, Server

HEIGHT = 844


@dataclass(frozen=True)
class Tongue:
    """The texts of one language; ``tops`` is indexed by the number of items."""

    locale: str
    decides: str
    nobody: str
    somebody: str
    under: str
    stack: str
    d6: str
    tops: dict[int, str]


TONGUES = {
    "es": Tongue(
        "es-ES",
        "Toda la mesa",
        "Nadie responde",
        "Alguien responde",
        "La pila entera",
        "Pila · 9",
        "El D6",
        {
            1: "Tirada de 4",
            4: "Cancela un efecto desencadenado",
            9: "Ana se cura 1",
        },
    ),
    "en": Tongue(
        "en-GB",
        "The whole table",
        "No responses",
        "Somebody responds",
        "The whole stack",
        "Stack · 9",
        "The D6",
        {1: "Roll of 4", 4: "Cancels a triggered effect", 9: "Heals Ana by 1"},
    ),
}


@pytest.mark.parametrize("light", ["dark", "light"] if browser.LOOKED_AT else ["dark"])
@pytest.mark.parametrize("tongue", TONGUES)
def test_the_stack_is_readable(server: Server, phones: Callable[..., Phone], tongue: str, light: str) -> None:
    """Who decides, the whole top item and both answers are visible with any number of items."""
    said = TONGUES[tongue]
    storage = Storage(server.data)
    library = Library(storage, GAMES)
    matches = {count: stacked(library, count).match.id for count in said.tops}
    storage.close()
    first, *_ = matches.values()
    phone = phones(path=f"/t/{first}", locale=said.locale, color_scheme=light)
    for count, does in said.tops.items():
        if matches[count] != first:
            phone.open(f"/t/{matches[count]}")
        phone.sees(said.decides, does)
        answers = [edges(phone, name) for name in (said.nobody, said.somebody)]
        assert all(bottom <= HEIGHT for _, bottom in answers)
        assert phone.can_tap(said.under) == (count > 1)
        if count > 1:  # the pile, directly below the top item
            top, bottom = edges(phone, said.under)
            assert HEIGHT / 6 < top < bottom < min(above for above, _ in answers)
        phone.shot(f"stack-{count}-{tongue}-{light}")
    phone.tap(re.compile(f"^{said.under}")).sees(said.stack, "Mini Mush", "Butter Bean!", said.d6, "Bomb!")
    phone.shot(f"stack-whole-{tongue}-{light}")


def edges(phone: Phone, name: str) -> tuple[float, float]:
    """Top and bottom of it on the screen."""
    box = phone.box(re.compile(f"^{name}"))
    return box["y"], box["y"] + box["height"]
