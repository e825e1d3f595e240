"""Enter, Tab and Escape on sheets without a text field, in every game, and on the pages of the menu and the history."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from rules.king_of_tokyo.model.card_catalogue import PowerCard
from rules.king_of_tokyo.model.events import TurnedUp
from tests.support.screen.turns import OPENINGS, Stage
from tests.support.ui import four_souls_setup
from tests.support.ui.browser import HUMAN, Phone, Server
from tests.support.ui.heard import LISTEN, is_told
from tests.support.ui.layout import BOXES

ACTIVE = """() => ((one) => one.matches('flt-semantics[flt-tappable]') ? one.ariaLabel || one.textContent : '')(
    document.activeElement)"""
TRIES, MOST_TABS = 20, 100
"""Looks after which a sheet has not opened, and more than the controls of any screen."""
UNDER = "Historial"
"""A control of the table, which a sheet covers."""
DREW, WHY = "Ha pasado: Ana: +1 carta de botín (4)", "Por qué: Ana: +1 carta de botín (4)"
"""The line of what just happened, and the button of its sheet that explains it."""
CLOSE = "Cerrar"
Name = str | re.Pattern[str]


@dataclass(frozen=True)
class Sheet:
    """The taps to a sheet, the control on which Enter is pressed, and what can then be read.

    ``out`` is what each Escape on the sheet leads to, and ``after`` those that follow on the Enter. A sheet that is
    only read has nothing to press. ``whole`` is the control that comes last, where the sheet changes by itself.
    """

    taps: tuple[Name, ...]
    press: str = ""
    then: str = ""
    out: tuple[str, ...] = (UNDER,)
    after: tuple[str, ...] = (UNDER,)
    whole: str = ""


FOUR_SOULS = {
    "adjust": Sheet(("Beto, ",), "Más: ¢", "Escribir: ¢, 4"),
    "rule": Sheet(("¿Por qué?",), "Entendido", UNDER),
    "choice": Sheet(("La mesa", "Se acabó un mazo"), "botín", UNDER),
    "entry": Sheet((DREW,), WHY, "Entendido", after=(WHY, UNDER)),
    "why": Sheet((DREW, WHY), "Entendido", WHY, out=(WHY, UNDER)),
    "dice": Sheet((re.compile("^Atacar Mosca"), "Cámara o tirar por mí"), "5", "Tirada de 5"),
}
"""A sheet of each kind; the last one is reached by an answer, which goes on."""
SHEETS = {
    "four_souls": FOUR_SOULS,
    "king_of_tokyo": {
        "tokyo": Sheet(("Eva: fuera de Tokio",)),
        "card for sale": Sheet(("Ataque ácido: 6 de energía",)),
        "odds": Sheet(("¿Qué va a pasar?",)),
        "monster": Sheet(("Eva, corazones",), "Más: puntos", "Escribir: puntos, 1"),
        "dice": Sheet(("Cámara o tirar por mí",), whole="Foto de los dados"),
    },
    "malifaux": {
        "model": Sheet(("Bella podrida, vida 6",), "Menos: vida", "Escribir: vida, 5"),
        "player": Sheet(("Fernanda, puntos",), "Más: puntos de victoria", "Escribir: puntos de victoria, 1"),
        "table": Sheet(("La mesa",)),
    },
    "darkmoor": {
        "place": Sheet(("Pantano Negro: 4 PV",)),
        "hero": Sheet(("Mad Malis ataca",)),
        "scores": Sheet(("Si acabara ahora",)),
        "minion": Sheet(("Pantano Negro, Una horda",)),
    },
    "boss_monster": {
        "what if": Sheet(("¿Y si…?",)),
        "player": Sheet(("Eva, almas",), "Más: almas", "Escribir: almas, 1"),
        "table": Sheet(("La mesa",)),
    },
}
"""Sheets of each game."""
PAGES = ("Menú", UNDER)
"""Pages that a button of the table opens: the menu with its settings, and the history."""
SAYS = "Leer la mesa"
"""The button that says the table: in the bar, and on a narrow screen in the menu."""
SAID = "Eva: corazones 10 de 10"


@pytest.mark.parametrize("game", SHEETS)
def test_the_keys_do_what_they_do_on_every_kind_of_sheet(
    game: str, server: Server, phones: Callable[..., Phone]
) -> None:
    """Tab reaches what can be tapped and nothing under it, Enter taps what has the focus, Escape closes the sheet."""
    phone, failed = phones(), list[str]()
    phone.open(laid(server, game)).sees(UNDER)
    for kind, sheet in SHEETS[game].items():
        wanted = opened(phone, sheet)
        reached = tabbed(phone)
        failed += [f"{kind}: Tab does not reach {name!r}" for name in wanted if name not in reached]
        failed += [f"{kind}: Tab reaches {name!r} under the sheet" for name in reached if name not in wanted]
        escape(phone, *sheet.out)
        if not sheet.press:
            continue
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
    phone.open(laid(server, "king_of_tokyo")).sees(UNDER)
    for name in PAGES:
        focus(phone, name)
        phone.page.keyboard.press("Enter")
        phone.sees_no("Eva, corazones")
        focus(phone, "Atrás")
        phone.page.keyboard.press("Enter")
        phone.sees("Eva, corazones")


@pytest.mark.parametrize("width", [390, 320])
def test_the_table_is_said_and_said_again_by_keys(server: Server, phones: Callable[..., Phone], width: int) -> None:
    """By Tab and Enter, or by F2 alone; Enter says it again, and Enter on *Back* leads to the table."""
    look = {"viewport": {"width": width, "height": 844}}
    phone = phones(path=laid(server, "king_of_tokyo"), scripts=(LISTEN,), **look)
    phone.sees("Eva, corazones")
    for name in ["Menú", SAYS] if width == 320 else [SAYS]:
        focus(phone, name)
        phone.page.keyboard.press("Enter")
        phone.sees_no("Eva, corazones")
    phone.sees(SAID)
    is_told(phone, SAID)
    focus(phone, "Repetir en voz alta")
    phone.page.keyboard.press("Enter")
    is_told(phone, SAID)
    focus(phone, "Atrás")
    phone.page.keyboard.press("Enter")
    phone.sees("Eva, corazones")
    phone.page.keyboard.press("F2")
    phone.sees(SAID)
    is_told(phone, SAID)


def laid(server: Server, game: str) -> str:
    """The address of a table of that game at its first turn; of Four Souls in the action phase."""
    if game != "four_souls":
        shop = (TurnedUp(k, (PowerCard(card),)) for k, card in enumerate(("acid_attack", "gourmet", "herbivore")))
        stage = Stage(None, server)  # type: ignore[arg-type]  # no phone of its own
        if game == "king_of_tokyo":
            return f"/t/{stage.lay(game, *OPENINGS[game], *shop, **{'follow.shop': 'on'})}"
        return f"/t/{stage.opening(game)}"
    return four_souls_setup.laid(server, characters=("isaac", "maggy"))


def opened(phone: Phone, sheet: Sheet) -> list[str]:
    """The names of what can be tapped on the sheet, once it is there; an answer on the way is given once."""
    for name in sheet.taps[:-1]:
        if phone.can_tap(name):
            phone.tap(name)
    phone.tap(sheet.taps[-1])
    last = sheet.press or sheet.whole or CLOSE
    for _ in range(TRIES):
        if last in (names := tappable(phone)):
            return names
    raise AssertionError(f"{last} is not on {names}")


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
