"""What hands must do, in a real browser: ticked on one of two phones, and taken back by an undo."""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.library.library import Library
from companion.storage.matches import Storage
from rules.engine import Confirmed
from rules.registry import GAMES
from tests.support.ui.announcements import RECORD_ANNOUNCEMENTS
from tests.support.ui.browser import Phone, Server
from tests.support.ui.four_souls_setup import laid

CHIP = "1 cosa por hacer en la mesa"
"""The chip in the question's card that opens the list of what hands must do."""
COINS = (
    "Hecho: Ana: pon Anillo de moscas en la casilla 2 · recarga todo · roba 1 botín · coge 1 ¢"
    " · pon Mosca en el descarte de monstruos"
)


def on_the_brink(server: Server) -> str:
    """The address of a table at which the death of Fly, worth 1 ¢, is on the stack."""
    path = laid(server)
    storage = Storage(server.data)
    table = Library(storage, GAMES).matches.open(path.rpartition("/")[2])
    table.set_ruling("stop.kill", "on")
    table.adjust(f"monster.{table.state.slots[0].id}.life", -1)
    table.answer(table.prompt_id, Confirmed(True))
    storage.close()
    return path


def kill(phone: Phone, *others: Phone) -> None:
    """Let the death of Fly happen, and close on all phones the sheet that asks for the next monster."""
    phone.sees("Mosca").tap(re.compile("^Nadie responde"))
    for one in (phone, *others):
        one.sees("Toca los tres números").tap("Cerrar")


def test_a_tick_on_one_phone_is_gone_on_the_other_and_undo_takes_the_line(
    server: Server, phones: Callable[..., Phone]
) -> None:
    path = on_the_brink(server)
    one, other = phones(path=path), phones(path=path)
    other.sees("Mosca")
    kill(one, other)
    other.tap(CHIP).sees(COINS).shot("hands_two_phones")
    one.tap("Deshacer")
    other.sees_no(COINS).tap("Cerrar")
    kill(one, other)
    one.tap(CHIP).sees(COINS)
    other.tap(CHIP).tap(COINS).sees_no(COINS, CHIP)
    one.sees_no(COINS, CHIP).shot("hands_ticked")


def test_a_screen_reader_is_told_the_results_and_the_position(server: Server, phones: Callable[..., Phone]) -> None:
    """What the browser hands to a screen reader: the results of an answer, and the table once it is asked for.

    The voice stays silent, as the screen reader speaks.
    """
    path = on_the_brink(server)
    phone = phones(path=path, scripts=(RECORD_ANNOUNCEMENTS,))
    kill(phone)
    phone.sees(CHIP).until("(text) => window.announced.some((said) => said.includes(text))", "+1 ¢")
    phone.tap("Menú").tap("Leer la mesa").sees("Ana: vida 2 de 2, almas 0, 4 ¢")
    phone.until("(text) => window.announced.some((said) => said.includes(text))", "Ana: vida 2 de 2, almas 0, 4 ¢")
    assert phone.page.evaluate("window.spoken") == []
