"""The stack with one, four and nine items on a phone: whoever looks sees who decides, the top item and the answers.

With SOBREMESA_SHOTS=folder it leaves the pictures there: both languages, dark and light.
Without it nobody looks, and what can be read and tapped is the same in any light.
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
    """How it is said in a language; ``tops`` by how many items lie there."""

    locale: str
    decides: str
    nobody: str
    somebody: str
    under: str
    stack: str
    d6: str
    tops: dict[int, tuple[str, str]]


TONGUES = {
    "es": Tongue(
        "es-ES",
        "{who} decide",
        "Nadie responde",
        "Alguien responde",
        "La pila entera",
        "Pila · 9",
        "El D6",
        {
            1: ("Ana", "Tirada de 4"),
            4: ("Dani", "Cancela un efecto desencadenado"),
            9: ("Beto", "Ana se cura 1"),
        },
    ),
    "en": Tongue(
        "en-GB",
        "{who} decides",
        "Nobody answers",
        "Somebody answers",
        "The whole stack",
        "Stack · 9",
        "The D6",
        {1: ("Ana", "Roll of 4"), 4: ("Dani", "Cancels a triggered effect"), 9: ("Beto", "Heals Ana by 1")},
    ),
}


@pytest.mark.parametrize("light", ["dark", "light"] if browser.LOOKED_AT else ["dark"])
@pytest.mark.parametrize("tongue", TONGUES)
def test_the_stack_is_readable(server: Server, phones: Callable[..., Phone], tongue: str, light: str) -> None:
    """Who decides, the top item whole and both answers are in sight, however many items lie there."""
    said = TONGUES[tongue]
    storage = Storage(server.data)
    library = Library(storage, GAMES)
    matches = {count: stacked(library, count).match.id for count in said.tops}
    storage.close()
    first, *_ = matches.values()
    phone = phones(path=f"/table/{first}", locale=said.locale, color_scheme=light)
    for count, (who, does) in said.tops.items():
        if matches[count] != first:
            phone.open(f"/table/{matches[count]}")
        phone.sees(said.decides.format(who=who), does)
        answers = [edges(phone, name) for name in (said.nobody, said.somebody)]
        assert all(bottom <= HEIGHT for _, bottom in answers)
        assert phone.can_tap(said.under) == (count > 1)
        if count > 1:  # the pile, right under the top item
            top, bottom = edges(phone, said.under)
            assert HEIGHT / 6 < top < bottom < min(above for above, _ in answers)
        phone.shot(f"stack-{count}-{tongue}-{light}")
    phone.tap(re.compile(f"^{said.under}")).sees(said.stack, "Mini Mush", "Butter Bean!", said.d6, "Bomb!")
    phone.shot(f"stack-whole-{tongue}-{light}")


def edges(phone: Phone, name: str) -> tuple[float, float]:
    """Where on the screen it begins and ends."""
    box = phone.find(re.compile(f"^{name}")).bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]
