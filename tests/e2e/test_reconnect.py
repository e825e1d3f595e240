"""A phone that reconnects is redrawn in the same place, and its taps reach new controls."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bench.wire import Phone
from companion.library.library import Library
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.games.four_souls_stacks import stacked
from tests.support.ui.browser import Server


def test_who_wakes_gets_new_numbers_and_goes_on(tmp_path: Path) -> None:
    """After a reconnect every control has a new number, and the open sheet is still open.

    Flet's client would otherwise compare them with the old ones.
    """
    storage = Storage(tmp_path)
    library = Library(storage, GAMES)
    match = stacked(library, 1).match.id
    word = library.guests.table_invitation(match)
    storage.close()
    server = Server(tmp_path, "--lan").start()
    try:
        asyncio.run(asyncio.wait_for(sleeps(server.port, word, f"/t/{match}"), 100))
    finally:
        server.kill()


async def sleeps(port: int, word: str, route: str) -> None:
    """Ana's numbers are open on a phone that goes offline while Beto corrects his own."""
    ana, beto = await Phone(port).come(word, route), await Phone(port).come(word, route)
    for phone, name in ((ana, "Ana"), (beto, "Beto")):
        await phone.tap(f"{name}: Libre")
        await phone.tap(f"{name}, ")
        await phone.sees("Más: ¢")
    before = ana.screen.numbers
    await ana.leave()
    await beto.tap("Más: ¢")
    await beto.sees("Beto, vida 2, almas 0, ¢ 4,")
    await ana.wake()
    await ana.sees("Beto, vida 2, almas 0, ¢ 4,")
    assert len(before) > 100
    assert not before & ana.screen.numbers
    await ana.tap("Más: ¢")
    for phone in (ana, beto):
        await phone.sees("Ana, vida 2, almas 0, ¢ 4,")
        await phone.leave()
