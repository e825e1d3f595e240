"""Enter, Tab and Escape on each kind of sheet without a text field, and on the pages of the menu and the history."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.support.ui.announcements import RECORD_ANNOUNCEMENTS, wait_for_announcement
from tests.support.ui.browser import HUMAN, Phone, Server
from tests.support.ui.four_souls_setup import laid
from tests.support.ui.layout import BOXES

ACTIVE = """() => ((one) => one.matches('flt-semantics[flt-tappable]') ? one.ariaLabel || one.textContent : '')(
    document.activeElement)"""
TRIES, MOST_TABS = 20, 100
"""Looks after which a sheet has not opened, and more than the controls of any screen."""
UNDER = "Leer la mesa"
"""A control of the table, which a sheet covers."""
DREW, WHY = "Ha pasado: Ana: +1 carta de botín (4)", "Por qué: Ana: +1 carta de botín (4)"
"""The line of what just happened, and the button of its sheet that explains it."""
CLOSE = "Cerrar"
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
    "rule": Sheet(("Detalles", "¿Por qué?"), "Entendido", "¿Por qué?", out=("¿Por qué?", UNDER)),
    "choice": Sheet(("La mesa", "Se acabó un mazo"), "botín", UNDER),
    "entry": Sheet(("Detalles", DREW), WHY, "Entendido", after=(WHY, UNDER)),
    "why": Sheet(("Detalles", DREW, WHY), "Entendido", WHY, out=(WHY, UNDER)),
    "dice": Sheet((re.compile("^Atacar Mosca"), "Cámara o tirar por mí"), "5", "Tirada de 5"),
}
"""A sheet of each kind; the last one is reached by an answer, which goes on."""
PAGES = ("Menú",)
"""Pages that a button of the table opens: the menu with its settings."""
SAYS, SAID = "Leer la mesa", "Ana: vida 2 de 2"
"""The button in the bar that says the table, and a part of what is said."""


def test_the_keys_do_what_they_do_on_every_kind_of_sheet(server: Server, phones: Callable[..., Phone]) -> None:
    """Tab reaches what can be tapped and nothing under it, Enter taps what has the focus, Escape closes the sheet."""
    phone, failed = phones(), list[str]()
    phone.open(laid(server, characters=("isaac", "maggy"))).sees(UNDER)
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
        if phone.can_tap(CLOSE):
            escape(phone, *sheet.after)
    assert not failed, "\n".join(failed)


def test_tab_and_enter_lead_to_a_page_and_back(server: Server, phones: Callable[..., Phone]) -> None:
    """Each page is opened and left by Tab and Enter alone."""
    phone = phones()
    phone.open(laid(server)).sees("La mesa")
    for name in PAGES:
        focus(phone, name)
        phone.page.keyboard.press("Enter")
        phone.sees_no("Mosca: vida")
        focus(phone, "Atrás")
        phone.page.keyboard.press("Enter")
        phone.sees("Mosca: vida")


def test_the_table_is_said_and_said_again_by_keys(server: Server, phones: Callable[..., Phone]) -> None:
    """By Tab and Enter, or by F2 alone; Enter says it again, and Enter on *Back* leads to the table."""
    phone = phones(path=laid(server), scripts=(RECORD_ANNOUNCEMENTS,)).sees(UNDER)
    focus(phone, SAYS)
    phone.page.keyboard.press("Enter")
    phone.sees_no(UNDER).sees(SAID)
    wait_for_announcement(phone, SAID)
    focus(phone, "Repetir en voz alta")
    phone.page.keyboard.press("Enter")
    wait_for_announcement(phone, SAID)
    focus(phone, "Atrás")
    phone.page.keyboard.press("Enter")
    phone.sees(UNDER)
    phone.page.keyboard.press("F2")
    phone.sees(SAID)
    wait_for_announcement(phone, SAID)


def opened(phone: Phone, sheet: Sheet) -> list[str]:
    """The names of what can be tapped on the sheet, once it is there.

    What leads there is tapped; an answer on the way, which is a pattern, is given once.
    """
    for name in sheet.taps[:-1]:
        if isinstance(name, str) or phone.can_tap(name):
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
    return [box["name"] for box in taps if box["name"] != CLOSE or abs(box["left"] + box["right"] - 2 * middle) > 1]


def escape(phone: Phone, *shown: str) -> None:
    """Press Escape once for each of these, which can then be read."""
    for text in shown:
        phone.page.keyboard.press("Escape")
        phone.sees(text)


def tabbed(phone: Phone) -> list[str]:
    """The names of what Tab reaches, until it comes round; one twice in a row had not moved yet."""
    names = list[str]()
    for _ in range(MOST_TABS):
        if (name := phone.press_tab(ACTIVE)) in names[:-1]:
            break
        names += [name] if name not in names else []
    return [name for name in names if name]  # between the last and the first it is the page that has the focus


def focus(phone: Phone, name: str) -> None:
    """Press Tab until this has the focus; on a busy machine the focus may move later than it is read."""
    names = list[str]()
    while (found := phone.press_tab(ACTIVE)) != name:
        is_round = found in names[:-1] or len(names) > MOST_TABS
        assert not is_round, f"Tab reaches {names}, not {name}"
        names.append(found)
