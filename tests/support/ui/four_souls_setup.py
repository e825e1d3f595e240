"""A Four Souls table in a browser: set up by taps, or already there."""

from __future__ import annotations

from typing import Any

from companion.library.library import Library
from companion.match.table import Table
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.events import Began, Chose, Named, Revealed
from rules.registry import GAMES
from tests.support.ui.browser import Phone, Server


def sit_down(phone: Phone) -> None:
    """Ana is Isaac and begins, Beto is Eve; Fly and Ring of Flies are the active monsters."""
    phone.tap("Four Souls").type("Jugador 1", "Ana").type("Jugador 2", "Beto").tap("Empezar")
    phone.sees("¿quién eres?").tap("Isaac").sees("Isaac: Ana").tap("Eva")
    phone.sees("triste").tap("Ana")
    name_monster(phone, 1, 2, 1, "Mosca")
    name_monster(phone, 3, 3, 1, "Anillo de moscas")
    phone.sees("¿Qué haces?")


def laid(server: Server, cards: tuple[str, str] = ("fly", "ring-of-flies"), **more: Any) -> str:
    """The address of the same table, made without a tap: see ``lay_table``."""
    storage = server.open_storage()
    table = lay_table(Library(storage, GAMES), cards, **more)
    storage.close()
    return f"/t/{table.match.id}"


def lay_table(
    library: Library,
    cards: tuple[str, str] = ("fly", "ring-of-flies"),
    *,
    characters: tuple[str, ...] = ("isaac", "eve"),
    cents: tuple[int, ...] = (),
    has_items: bool = False,
    item: str = "mr-boom",
    souls: tuple[int, ...] = (),
    **rulings: str,
) -> Table:
    """A table in Ana's action phase, with those active monsters and characters.

    Each player gets those more ``cents`` and ``souls``. Ana ``has_items``: the ``item`` and one without a name. The
    ``rulings`` are keys of switches with ``__`` for a dot.
    """
    switches = [(key.replace("__", "."), choice) for key, choice in rulings.items()]
    table = library.matches.create("four_souls", ("Ana", "Beto", "Cira")[: len(characters)], switches)
    for event in (*(Chose(seat, one) for seat, one in enumerate(characters)), Began(0)):
        table.answer(table.prompt_id, event)
    for slot, card in enumerate(cards):
        table.answer(table.prompt_id, Revealed(slot, (monsters()[card],)))
    for tracker, gains in (("cents", cents), ("souls", souls)):
        for seat, more in enumerate(gains):
            if more:
                table.adjust(f"seat.{seat}.{tracker}", more)
    if has_items:
        table.adjust("seat.0.treasures", 2)
        table.make_remark(Named(0, 0, item))
    return table


def name_monster(phone: Phone, life: int, evasion: int, attack: int, name: str) -> None:
    """Name a monster by its three printed numbers."""
    phone.sees("Toca los tres números")
    phone.tap(f"vida {life}").tap(f"evasión {evasion}").tap(f"ataque {attack}").tap(name)
