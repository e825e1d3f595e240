"""Taps of usual turns, counted in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from companion.library.library import Library
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.ui.browser import Phone, Server
from tests.support.ui.four_souls_setup import laid
from tests.support.ui.layout import habits
from tests.support.ui.taps import counter, hold


@pytest.mark.parametrize(
    ("monster", "faces", "windows", "row"),
    [
        ("Clotty", (5, 1, 4), ("Tirada de 4",), "Four Souls: kill Clotty (2 life, one miss), name the next monster"),
        (
            "Monstro",
            (5, 6, 1, 4, 4),
            ("Tirada de 4",),
            "Four Souls: kill Monstro (4 life, one miss, a soul), name the next monster",
        ),
    ],
    ids=["clotty", "monstro"],
)
def test_a_kill_takes_few_taps(
    server: Server,
    phones: Callable[..., Phone],
    say,
    monster: str,
    faces: tuple[int, ...],
    windows: tuple[str, ...],
    row: str,
) -> None:
    """Killing Clotty (2 life, one miss) takes 7 taps, Monstro (4 life, one miss, a soul) 9.

    Attack, a tap a throw, which also says that nobody responded to the one before, "nobody responds" to the last one,
    which brings the soul too, and the next monster found by two taps.
    """
    phone = phones(path=laid(server, ("clotty", "monstro"))).sees("¿Qué haces?")
    taps = counter(phone)
    phone.tap(f"Atacar {monster}").sees("Tira un dado contra")
    for face in faces:
        phone.tap(f"Dado: {face}").sees(f"Tirada de {face}")
    for window in windows:
        phone.sees(window).tap(re.compile("^Nadie responde"))
    phone.sees("Toca los tres números").tap("vida 1").tap("Mosca").sees("¿Qué haces?", "Mosca: vida 1 de 1")
    hold(say, row, taps())


@pytest.mark.parametrize(("width", "height", "letters"), [(320, 640, 130), (360, 640, 100), (844, 390, 100)])
def test_a_kill_takes_as_few_taps_with_little_room(
    server: Server, phones: Callable[..., Phone], say, width: int, height: int, letters: int
) -> None:
    """Clotty takes 7 taps on a small phone, with large letters, and on one that lies on its side."""
    size, path = {"width": width, "height": height}, laid(server, ("clotty", "monstro"))
    phone = phones(path=path, viewport=size, scripts=(habits(letters),)).sees("¿Qué haces?")
    taps = counter(phone)
    phone.tap("Atacar Clotty").sees("Tira un dado contra")
    for face in (5, 1, 4):
        phone.tap(f"Dado: {face}").sees(f"Tirada de {face}")
        phone.shot(f"kill-{width}x{height}-{letters}-{face}")
    phone.tap(re.compile("^Nadie responde")).sees("Toca los tres números").tap("vida 1")
    phone.shot(f"kill-{width}x{height}-{letters}-names")
    if height > width:  # the list is scrolled by a finger, which is no tap
        phone.page.mouse.move(width / 2, height / 2)
        phone.page.mouse.wheel(0, 400)
    phone.tap("Mosca").sees("¿Qué haces?")
    hold(say, "Four Souls: kill Clotty (2 life, one miss), name the next monster", taps())


def test_a_loot_card_takes_few_taps(server: Server, phones: Callable[..., Phone], say) -> None:
    """A loot card with one outcome takes at most 4 taps, from the hand to its effect."""
    phone = phones(path=laid(server)).sees("¿Qué haces?")
    taps = counter(phone)
    phone.tap("Jugar botín").tap(re.compile("^Más: ¢")).tap("A la pila").sees("PILA · 1")
    phone.tap(re.compile("^Nadie responde")).sees("Ana, vida 2, ¢ 4")
    hold(say, "Four Souls: play a loot card with one outcome", taps())


def test_a_nickel_is_two_taps(server: Server, phones: Callable[..., Phone], say) -> None:
    """A nickel (+5 ¢) is on the stack after two taps: the card, and its coin."""
    phone = phones(path=laid(server)).sees("¿Qué haces?")
    taps = counter(phone)
    phone.tap("Jugar botín").tap(re.compile(r"^\+5 ¢")).sees("PILA · 1")
    hold(say, "Four Souls: put a nickel on the stack", taps())
    phone.tap(re.compile("^Nadie responde")).sees("Ana, vida 2, ¢ 8")


def test_another_players_item_on_a_roll_takes_few_taps(server: Server, phones: Callable[..., Phone], say) -> None:
    """Ana's D6 on Beto's roll takes 3 taps: her row's chip, the new face, and that nobody responds to it.

    The chip is on Ana's row; the new face says as well that nobody responds to the D6.
    """
    phone = phones(path=laid(server, ("clotty", "monstro"))).sees("¿Qué haces?")
    phone.tap(re.compile("^Terminar el turno")).sees("Beto decide").tap("Atacar Clotty").sees("Tira un dado contra")
    phone.tap("Dado: 1").sees("Tirada de 1")
    taps = counter(phone)
    phone.tap(re.compile("^El D6: ")).sees("PILA · 2")
    phone.tap("Dado: 5").sees("Tirada de 5").tap(re.compile("^Nadie responde")).sees("Clotty: vida 1 de 2")
    hold(say, "Four Souls: another player's D6 on a roll", taps())


def test_another_players_card_on_a_roll_takes_few_taps(server: Server, phones: Callable[..., Phone], say) -> None:
    """Beto's card of +1 to Ana's roll takes 3 taps: his row's chip, the key, and that nobody responds to it."""
    phone = phones(path=laid(server, ("clotty", "monstro"))).sees("¿Qué haces?")
    phone.tap("Atacar Clotty").sees("Tira un dado contra").tap("Dado: 3").sees("Tirada de 3")
    taps = counter(phone)
    phone.tap("Beto: Jugar botín").tap(re.compile(r"^\+1 a la tirada")).sees("PILA · 2")
    phone.tap(re.compile("^Nadie responde")).sees("Tirada de 4")
    hold(say, "Four Souls: another player's card of +1 on a roll", taps())


def test_a_whole_first_turn_takes_few_taps(server: Server, phones: Callable[..., Phone], say) -> None:
    """3¢ of loot, Clotty with three throws and a reroll, a treasure of the shop, its end: 15 taps at most."""
    phone = phones(path=laid(server, ("clotty", "monstro"))).sees("¿Qué haces?")
    taps = counter(phone)
    phone.tap("Jugar botín").tap(re.compile(r"^\+3 ¢")).tap(re.compile("^Nadie responde")).sees("Ana, vida 2, ¢ 6")
    phone.tap("Atacar Clotty").sees("Tira un dado contra")
    for face in (1, 5, 1):
        phone.tap(f"Dado: {face}").sees(f"Tirada de {face}")
    phone.tap(re.compile("^El D6: ")).sees("PILA · 2").tap("Dado: 4").sees("Tirada de 4")
    phone.tap(re.compile("^Nadie responde")).sees("Toca los tres números").tap("vida 1").tap("Mosca").sees("¢ 10")
    phone.tap("Comprar en la tienda").sees("PILA · 1").tap("Terminar el turno").sees("Beto decide", "Ana, vida 2, ¢ 0")
    hold(say, "Four Souls: a whole first turn (3¢ of loot, three rolls, a reroll, a purchase)", taps())


PEOPLE = ("Ana", "Beto", "Cira", "Dani")


def four_souls_begins(phone: Phone) -> None:
    """Each of four takes a character, Ana begins, and two monsters are named.

    Each sheet looks as the one before, but for what is taken.
    """
    phone.sees("¿quién eres?")
    for character, who in (("Isaac", "Ana"), ("Eva", "Beto"), ("Judas", "Cira")):
        phone.tap(character).sees(f"{character}: {who}")
    phone.tap("Maggy").sees("triste").tap("Ana")
    phone.sees("Toca los tres números").tap("vida 1").tap("Mosca").sees_no("Mosca")
    phone.sees("Toca los tres números").tap("vida 4").tap("Monstro").sees("¿Qué haces?")


def king_of_tokyo_begins(phone: Phone) -> None:
    phone.sees("¿Quién empieza?").tap("Ana").sees("Tira Ana")


@pytest.mark.parametrize(
    ("game", "begins", "budget"),
    [("Four Souls", four_souls_begins, 12), ("King of Tokyo", king_of_tokyo_begins, 4)],
    ids=["four_souls", "king_of_tokyo"],
)
def test_setting_up_takes_few_taps(
    server: Server, phones: Callable[..., Phone], say, game: str, begins: Callable[[Phone], None], budget: int
) -> None:
    """From the home page to the first turn of four who played before: 12 taps in Four Souls, 4 in King of Tokyo.

    Other people than last time cost one tap more each: the chip of their name.
    """
    storage = Storage(server.data)
    library = Library(storage, GAMES)
    for _ in range(2):
        library.new_match("malifaux", PEOPLE)
    storage.close()
    phone = phones().sees("Partida nueva")
    taps = counter(phone)
    phone.tap(f"{game}, ").sees("Quienes ya han jugado")
    for name in PEOPLE:
        phone.tap(name)
    phone.tap("Empezar")
    begins(phone)
    used = taps()
    say(f"taps from the home page to the first turn of {game} for four, each seated by a tap: {used}")
    assert used <= budget + len(PEOPLE)
    phone = phones().sees("Partida nueva")
    taps = counter(phone)
    phone.tap(f"{game}, ").tap("Empezar")
    begins(phone)
    used = taps()
    say(f"taps from the home page to the first turn of {game} for the same four as last time: {used}")
    assert used <= budget
