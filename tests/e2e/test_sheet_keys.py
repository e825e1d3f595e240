"""Enter, Tab and Escape on sheets without a text field."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from companion.library.library import Library
from companion.match.table import Table
from companion.storage.matches import Storage
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.events import Began, Chose, Revealed
from rules.registry import GAMES
from tests.support.ui.browser import HUMAN, Phone, Server
from tests.support.ui.layout import BOXES

ACTIVE = """() => ((one) => one.matches('flt-semantics[flt-tappable]') ? one.ariaLabel || one.textContent : '')(
    document.activeElement)"""
TRIES = 20
"""Looks after which a sheet has not opened."""
UNDER = "Historial"
"""A control of the table, which a sheet covers."""
DREW, WHY = "Ha pasado: Ana: +1 carta de botín (4)", "Por qué: Ana: +1 carta de botín (4)"
"""The line of what just happened, and the button of its sheet that explains it."""
Name = str | re.Pattern[str]


@dataclass(frozen=True)
class Sheet:
    """The taps to a sheet, the control on which Enter is pressed, and what can then be read.

    ``out`` is what each Escape on the sheet leads to, and ``after`` those that follow on the Enter.
    """

    taps: tuple[Name, ...]
    press: str
    then: str
    out: tuple[str, ...] = (UNDER,)
    after: tuple[str, ...] = (UNDER,)


SHEETS = {
    "adjust": Sheet(("Beto, ",), "Más: ¢", "Escribir: ¢, 4"),
    "rule": Sheet(("¿Por qué?",), "Entendido", UNDER),
    "choice": Sheet(("La mesa", "Se acabó un mazo"), "botín", UNDER),
    "entry": Sheet((DREW,), WHY, "Entendido", after=(WHY, UNDER)),
    "why": Sheet((DREW, WHY), "Entendido", WHY, out=(WHY, UNDER)),
    "dice": Sheet((re.compile("^Atacar Mosca"), "Cámara o tirar por mí"), "5", "Tirada de 5"),
}
"""A sheet of each kind; the last one is reached by an answer, which goes on."""


def test_the_keys_do_what_they_do_on_every_kind_of_sheet(server: Server, phones: Callable[..., Phone]) -> None:
    """Tab reaches what can be tapped and nothing under it, Enter taps what has the focus, Escape closes the sheet."""
    phone, failed = phones(), list[str]()
    phone.open(laid(server)).sees(UNDER)
    for kind, sheet in SHEETS.items():
        wanted = opened(phone, sheet)
        reached = tabbed(phone)
        failed += [f"{kind}: Tab does not reach {name!r}" for name in wanted if name not in reached]
        failed += [f"{kind}: Tab reaches {name!r} under the sheet" for name in reached if name not in wanted]
        escape(phone, *sheet.out)
        opened(phone, sheet)
        focus(phone, sheet.press)
        phone.page.keyboard.press("Enter")
        phone.sees(sheet.then)
        if phone.can_tap("Cerrar"):
            escape(phone, *sheet.after)
    assert not failed, "\n".join(failed)


def laid(server: Server) -> str:
    """The address of a table in the action phase."""
    storage = Storage(server.data)
    table: Table = Library(storage, GAMES).new_match("four_souls", ("Ana", "Beto"))
    shown = [Revealed(slot, (monsters()[card],)) for slot, card in enumerate(("fly", "ring-of-flies"))]
    for event in (Chose(0, "isaac"), Chose(1, "maggy"), Began(0), *shown):
        table.answer(table.prompt_id, event)
    storage.close()
    return f"/table/{table.match.id}"


def opened(phone: Phone, sheet: Sheet) -> list[str]:
    """The names of what can be tapped on the sheet, once it is there; an answer on the way is given once."""
    for name in sheet.taps[:-1]:
        if phone.can_tap(name):
            phone.tap(name)
    phone.tap(sheet.taps[-1])
    for _ in range(TRIES):
        if sheet.press in (names := tappable(phone)):
            return names
    raise AssertionError(f"{sheet.press} is not on {names}")


def tappable(phone: Phone) -> list[str]:
    """The names of what can be tapped on a sheet at rest, without its handle, whose key is Escape."""
    phone.sees_no(UNDER)
    before, boxes = None, phone.page.evaluate(BOXES)
    while before != boxes:
        phone.page.wait_for_timeout(HUMAN)
        before, boxes = boxes, phone.page.evaluate(BOXES)
    middle = phone.page.viewport_size["width"] / 2  # type: ignore[index]
    taps = [box for box in boxes if box["tappable"] and not box["off"]]
    return [box["name"] for box in taps if box["name"] != "Cerrar" or abs(box["left"] + box["right"] - 2 * middle) > 1]


def escape(phone: Phone, *shown: str) -> None:
    """Press Escape once for each of these, which can then be read."""
    for text in shown:
        phone.page.keyboard.press("Escape")
        phone.sees(text)


def tabbed(phone: Phone) -> list[str]:
    """The names of what Tab reaches, until it comes round."""
    names = list[str]()
    while (name := tab(phone)) not in names:
        names.append(name)
    return [name for name in names if name]  # between the last and the first it is the page that has the focus


def tab(phone: Phone) -> str:
    """Press Tab; the name of what has the focus."""
    phone.page.keyboard.press("Tab")
    phone.page.wait_for_timeout(HUMAN)
    return str(phone.page.evaluate(ACTIVE))


def focus(phone: Phone, name: str) -> None:
    """Press Tab until this has the focus."""
    names = list[str]()
    while (found := tab(phone)) != name:
        assert found not in names, f"Tab reaches {names}, not {name}"
        names.append(found)
