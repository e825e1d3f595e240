"""A whole match of four players in a real browser, from set-up to the fourth soul."""

import re
import time
from collections.abc import Callable

import pytest

from tests.support.ui.browser import Phone

NOBODY = re.compile("^Nadie responde")


class Evening:
    """A phone that plays and a phone that watches; after every move both show the same."""

    def __init__(self, phone: Phone, watcher: Phone) -> None:
        self.phone = phone
        self.watcher = watcher
        self.compared = 0

    def moves(self, *names: str | re.Pattern[str], until: str) -> None:
        """Make taps that end in a move, which both phones then show."""
        for name in names:
            self.phone.tap(name)
        self.phone.sees(until)
        self.same()

    def same(self) -> None:
        """Wait until both phones show exactly the same text."""
        self.phone.lift()
        end = time.monotonic() + 20
        while (texts := (self.phone.text, self.watcher.text)) and texts[0] != texts[1] and time.monotonic() < end:
            self.phone.page.wait_for_timeout(200)
            for one in (self.phone, self.watcher):
                one.draw_last_frame()
        assert texts[0] == texts[1]
        self.compared += 1

    # --- actions of the players ----------------------------------------------------------------------------------

    def names(self, life: int, evasion: int, attack: int, name: str, until: str) -> None:
        self.phone.sees("Toca los tres números")
        self.phone.tap(f"vida {life}").tap(f"evasión {evasion}").tap(f"ataque {attack}")
        self.moves(name, until=until)

    def plays(self, target: str, effect: str) -> None:
        self.phone.tap("Jugar botín").sees("A la pila")
        self.moves(target, effect, "A la pila", until="PILA · 1")

    def answers(self, who: str, *taps: str | re.Pattern[str], until: str) -> None:
        """Another player responds with a loot card."""
        self.phone.tap(f"{who}: Jugar botín")
        self.moves(*taps, "A la pila", until=until)

    def ends_turn(self, following: str) -> None:
        self.moves(re.compile("^Terminar el turno"), until=f"{following} decide")


@pytest.fixture
def evening(phone: Phone, phones: Callable[..., Phone]) -> Evening:
    """Two phones at a table of Ana, Beto, Cira and Dani; Fly and Monstro are active."""
    phone.tap("Four Souls").tap("4 jugadores")
    for number, name in enumerate(("Ana", "Beto", "Cira", "Dani"), start=1):
        phone.type(f"Jugador {number}", name)
    phone.tap("Empezar").sees("¿quién eres?")
    watcher = phones(path=phone.at_table())
    evening = Evening(phone, watcher)
    evening.same()
    evening.moves("Ana", "Isaac", until="Isaac: Ana")
    evening.moves("Beto", "Eva", until="Eva: Beto")
    evening.moves("Cira", "Judas", until="Judas: Cira")
    evening.moves("Maggy", until="triste")  # one player is left, whose characters they are
    phone.tap("Ana")
    evening.phone.sees("Toca los tres números")
    evening.phone.tap("vida 1").tap("evasión 2").tap("ataque 1").tap("Mosca")
    evening.names(4, 4, 1, "Monstro", until="¿Qué haces?")
    return evening


def test_an_evening_from_set_up_to_the_fourth_soul(evening: Evening, say: Callable[[str], None]) -> None:
    """A match of four players is shown alike on two phones, from set-up to the fourth soul.

    It has a die rolled again, a fight won, a response that kills, a death penalty and bosses killed.
    """
    phone, began = evening.phone, time.monotonic()

    # Ana misses the Fly, rolls again with her D6, and wins; an epic boss takes its place
    evening.moves(re.compile("^Atacar Mosca"), until="Tira un dado contra Mosca")
    evening.moves("Dado: 1", until="Tirada de 1")
    evening.moves(re.compile("^El D6: vuelve a tirar"), until="PILA · 2")
    evening.moves(NOBODY, until="Vuelve a tirar")
    evening.moves("Dado: 5", until="Tirada de 5")
    evening.phone.tap(NOBODY)
    evening.names(5, 4, 2, "¡Mamá!", until="¿Qué haces?")
    phone.sees("Ana, vida 2, ¢ 4")
    evening.ends_turn("Beto")

    # Beto would hit Mom!, but Dani responds, and he dies; he pays the penalty, and his turn is over
    evening.moves(re.compile("^Atacar ¡Mamá!"), until="Tira un dado contra")
    evening.moves("Dado: 4", until="Acierta")
    evening.answers("Dani", re.compile("^Menos: a la tirada"), until="PILA · 2")
    evening.moves(NOBODY, until="Falla")
    evening.moves(NOBODY, until="uerte de Beto")
    evening.moves(NOBODY, until="Cira decide")
    phone.sees("Beto, vida 2, ¢ 2")

    # Cira's card kills Mom!: the next card is turned up, and the souls are Cira's
    evening.plays("¡Mamá!", "mata")
    phone.tap(NOBODY)
    phone.sees("Toca los tres números").tap("vida 6").tap("¡Satán!").sees_no("¡Satán!")
    evening.names(2, 3, 1, "Clotty", until="¿Qué haces?")
    phone.sees("Cira, vida 2, ¢ 3, almas 2")
    evening.ends_turn("Dani")
    evening.ends_turn("Ana")

    # nobody acts until Cira's next turn, in which she kills Satan!
    evening.ends_turn("Beto")
    evening.ends_turn("Cira")
    evening.plays("¡Satán!", "mata")
    evening.moves(NOBODY, until="carta de ¡Satán!")
    evening.moves(NOBODY, until="Gana Cira")
    minutes = (time.monotonic() - began) / 60
    say(f"an evening: {phone.taps} taps, {minutes:.1f} minutes, both phones equal {evening.compared} times")
    phone.shot("won")
