"""An evening of Four Souls whose cards are all said by their names, in a real browser.

Three people, each turn a card or an item of its own; the first turns in the tests, ``SOBREMESA_EVENING=12`` plays them
all, and ``SOBREMESA_SHOTS`` leaves a picture of every question.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from itertools import cycle

import pytest

from tests.support.ui.browser import HUMAN, Phone, Server
from tests.support.ui.four_souls_setup import laid, name_monster

NOBODY = re.compile("^Nadie responde")
CARD_SEARCH, ITEM_SEARCH = "Buscar un efecto o nombrar la carta", "Buscar un nombre o un efecto"
TURNS_PLAYED = int(os.environ.get("SOBREMESA_EVENING", "4"))
ENOUGH = 40
"""Answers after which a turn is taken not to end."""
NEXT_MONSTERS = ((1, 4, 1, "Dip"), (2, 3, 1, "Pooter"), (1, 2, 1, "Mosca"), (2, 3, 1, "Clotty"))
"""Life, evasion, attack and name of whoever comes into an empty slot."""


class Evening:
    """The screen, with the numbers that dice show and the monsters that come."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.faces: Iterator[int] = cycle((5, 6, 2, 4))
        self.coming = cycle(NEXT_MONSTERS)
        self.pictures = 0

    def shot(self, what: str) -> None:
        """Leave a picture."""
        self.pictures += 1
        self.phone.lift().shot(f"evening-{self.pictures:02}-{what}")

    def search(self, label: str, text: str) -> None:
        """Type into a search."""
        self.phone.type(label, text, pace=60)

    def plays(self, part: str, name: str) -> None:
        """Play a loot card: a part of its name, and a tap on its row."""
        self.phone.tap("Jugar botín")
        self.search(CARD_SEARCH, part)
        self.phone.find(re.compile(f"^{name}"))
        self.shot(f"search-{part}")
        self.answers(re.compile(f"^{name}"))

    def aims_at(self, who: str) -> None:
        """Choose a player as the target, and not their row."""
        self.answers(re.compile(f"^{who}, (?!vida)"))

    def answers(self, name: str | re.Pattern[str]) -> None:
        """Tap an answer, and wait until the screen says something else."""
        before = self.phone.text
        self.phone.tap(name)
        for _ in range(ENOUGH):
            if self.phone.text != before:
                return
            self.phone.page.wait_for_timeout(HUMAN)

    def settles(self) -> None:
        """Answer dice, responses and new monsters until the next action."""
        for _ in range(ENOUGH):
            self.phone.page.wait_for_timeout(HUMAN)
            if "¿Qué haces?" in self.phone.text and "Pila ·" not in self.phone.text:
                return
            if self.phone.can_tap("Dado: 5"):
                self.shot("die")
                self.answers(f"Dado: {next(self.faces)}")
            elif self.phone.can_tap(NOBODY):
                self.shot("stack")
                self.answers(NOBODY)
            elif "Toca los tres números" in self.phone.text:
                name_monster(self.phone, *next(self.coming))
        raise AssertionError(f"the turn does not go on:\n{self.phone.text}")

    def attacks(self, monster: str) -> None:
        """Attack a monster until one of the two is dead."""
        self.answers(f"Atacar {monster}")
        self.settles()

    def ends(self) -> None:
        """End the turn; the next player decides."""
        self.shot("end")
        self.answers(re.compile("^Terminar el turno"))
        self.settles()


# --- the turns ---------------------------------------------------------------------------------------------------


def bomb(e: Evening) -> None:
    """Ana: Bomb! on Clotty, which she attacks then."""
    e.plays("bomba", "Bomba: ")
    e.phone.sees("objetivo")
    e.shot("aim")
    e.answers(re.compile("^Clotty, 1 de daño"))
    e.settles()
    e.phone.sees("Clotty: vida 1 de 2")
    e.attacks("Clotty")


def temperance(e: Evening) -> None:
    """Beto: XIV. Temperance in its first way."""
    e.plays("temp", "XIV. Templanza: ")
    e.phone.sees("¿cuál de sus efectos?")
    e.shot("way")
    e.answers(re.compile("^1 de daño a Beto"))
    e.settles()
    e.phone.sees("Beto, vida 1, almas 0, ¢ 17")


def red_pills(e: Evening) -> None:
    """Cira: a pill, whose number acts without a question."""
    e.plays("roja", "¡Píldora! Roja: ")
    e.settles()
    e.phone.sees_no("¿Qué hace ¡Píldora")


def trinket(e: Evening) -> None:
    """Ana: Counterfeit Penny stays in play, and adds to the nickel after it."""
    e.plays("falsif", "Moneda Falsificada: ")
    e.settles()
    e.phone.sees("Moneda Falsificada").sees_no("¿qué tesoro?")


def purchase(e: Evening) -> None:
    """Beto: buys a treasure and says that it is Breakfast."""
    e.answers("Comprar en la tienda")
    e.settles()
    e.phone.sees("Beto: ¿qué tesoro?")
    e.shot("which-treasure")
    e.phone.tap("Beto: ¿qué tesoro?")
    e.search(ITEM_SEARCH, "desay")
    e.phone.tap(re.compile("^Desayuno"))
    e.phone.sees("Desayuno", "Beto, vida 3")


def empress(e: Evening) -> None:
    """Cira: III. The Empress for herself, then an attack."""
    e.plays("emperat", "III. La Emperatriz: ")
    e.aims_at("Cira")
    e.settles()
    e.attacks("Mosca")


def mr_boom(e: Evening) -> None:
    """Ana: her item by its chip, on a monster."""
    e.phone.tap(re.compile("^Sr. Buum: 1 de daño")).sees("elige el objetivo")
    e.shot("aim-item")
    e.answers(re.compile("^(Mosca|Clotty|Dip|Pooter), "))
    e.settles()


def lovers(e: Evening) -> None:
    """Beto: VI. The Lovers on himself."""
    e.plays("amantes", "VI. Los Amantes: ")
    e.aims_at("Beto")
    e.settles()


def wheel(e: Evening) -> None:
    """Cira: X. Wheel of Fortune."""
    e.plays("rueda", "X. Rueda de la Fortuna: ")
    e.settles()


def unlisted(e: Evening) -> None:
    """Ana: an item in no list, by its name and a chip for what it does; its use is one tap then."""
    e.phone.tap(re.compile("^Ana, vida")).tap("Poner nombre a un objeto de Ana")
    e.search(ITEM_SEARCH, "Zumbador")
    e.phone.tap("Activable").tap("Más: ¢").tap("Más: ¢")
    e.shot("outcomes")
    e.phone.tap("Poner nombre a un objeto de Ana")
    e.answers(re.compile(r"^Zumbador: Ana \+2"))
    e.settles()
    e.phone.tap(re.compile("^Ana, vida")).sees("Ese objeto no está cargado")
    e.shot("dimmed")
    e.phone.tap("Cerrar")


def chariot(e: Evening) -> None:
    """Beto: VII. The Chariot, and an attack with it."""
    e.plays("carro", "VII. El Carro: ")
    e.aims_at("Beto")
    e.settles()


def strength(e: Evening) -> None:
    """Cira: XI. Strength on herself."""
    e.plays("fuerza", "XI. Fuerza: ")
    e.aims_at("Cira")
    e.settles()


TURNS: tuple[Callable[[Evening], None], ...] = (
    bomb, temperance, red_pills, trinket, purchase, empress, mr_boom, lovers, wheel, unlisted, chariot, strength,
)  # fmt: skip


@pytest.fixture
def evening(server: Server, phone: Phone) -> Evening:
    """Three people in Ana's first action phase; Beto is rich, Ana has Mr. Boom and an item without a name."""
    cards, characters = ("fly", "clotty"), ("isaac", "maggy", "eve")
    path = laid(server, cards, characters=characters, cents=(0, 10, 0), has_items=True)
    phone.open(path).sees("¿Qué haces?")
    return Evening(phone)


@pytest.mark.landing
def test_an_evening_of_cards_by_their_names(evening: Evening) -> None:
    """Every card and item is found by a part of its name, and nobody is asked what a known card does."""
    for turn in TURNS[:TURNS_PLAYED]:
        turn(evening)
        evening.ends()
