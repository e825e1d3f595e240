"""Rotation of the phone in the middle towards the deciding player, in a real browser."""

from collections.abc import Callable

from companion.library.library import Library
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.ui.browser import Phone, Server

WIDE, HIGH = 390, 844
HABIT = "En medio de la mesa, la pantalla se gira hacia quien decide"


def test_the_table_turns_round_and_taps_fall_where_they_look(server: Server, phones: Callable[..., Phone]) -> None:
    """The table turns to each player's side, and taps still reach the rotated controls.

    First Ana's side is below, then Beto's at the left, then Cira's above.
    """
    storage = Storage(server.data)
    match = Library(storage, GAMES).new_match("four_souls", ("Ana", "Beto", "Cira")).match.id
    storage.close()
    phone = phones(path=f"/t/{match}/settings")
    phone.tap(HABIT).open(f"/t/{match}")
    corners = []
    for who, character in (("Ana", "Caín"), ("Beto", "Eva"), ("Cira", "Judas")):
        phone.sees("¿quién eres?").tap("Cerrar").find(who)  # the tiles open by themselves
        corners.append(corner(phone))
        phone.shot(f"turned-{who}")
        phone.tap(who).tap(character)
    assert corners == [("left", "top"), ("right", "top"), ("right", "bottom")]


def corner(phone: Phone) -> tuple[str, str]:
    """The position of the undo button on the screen."""
    box = phone.box("Atrás")
    return ("left" if box["x"] < WIDE / 2 else "right"), ("top" if box["y"] < HIGH / 2 else "bottom")
