"""What a page keeps while it is turned, hidden, or navigated back: typed words and dice, and the open sheet."""

from __future__ import annotations

import re
from pathlib import Path

import flet as ft

import companion.ui
from companion.library.library import Library
from companion.match.roles import HOST_ROLE
from rules.king_of_tokyo.model.events import Began
from tests.support.ui.app import App, app_at
from tests.support.ui.headless import Phone
from tests.support.ui.king_of_tokyo_screen import sat
from tests.support.ui.table_device import Device

CREW = "A model a line: name, wounds"


def fields(phone: Phone) -> dict[str, str]:
    """The text of each field by its label."""
    return {str(one.label): str(one.value) for one in phone.controls() if isinstance(one, ft.TextField)}


# --- turned ------------------------------------------------------------------------------------------------------


async def test_typed_dice_go_with_their_question(library: Library) -> None:
    """A roll that was not finished is no part of the next one."""
    table = sat(library)
    device = await Device(table, library, HOST_ROLE).show()
    await device.phone.tap("Die: smash")
    assert any("Take the die back" in name for name in device.phone.names())
    table.undo()
    table.answer(table.prompt_id, Began(0))
    await device.phone.settle()
    assert not any("Take the die back" in name for name in device.phone.names())


UNKEPT = {
    "games/four_souls/effect_builder/pad.py": "the name of one card",
    "screens/read/rules.py": "a search",
    "screens/start/people.py": "fields of the set-up, whose plan is kept",
    "widgets/card_picker/search.py": "a search",
    "widgets/card_picker/typed_form.py": "the name of one card",
    "widgets/hole_controls.py": "a number or a line of a sheet",
    "table/zones/answers/primary.py": "a dice pad, which keeps its dice",
    "widgets/counter.py": "a number of few digits",
}
"""Modules with a field that keep nothing of it, and why."""


def test_whatever_is_typed_is_kept_in_the_session() -> None:
    """A module that makes a field or a pad of dice keeps what is typed, or says here why it need not."""
    ui = Path(companion.ui.__file__).parent
    sources = {path.relative_to(ui).as_posix(): path.read_text("utf-8") for path in ui.rglob("*.py")}
    typed = {name for name, source in sources.items() if re.search(r"\b(TextInput|DicePad|TextField)\(", source)}
    keeping = {name for name, source in sources.items() if "use_draft(" in source}
    assert typed - keeping == {*UNKEPT, "widgets/text_field.py"}


# --- back --------------------------------------------------------------------------------------------------------


async def go_back(phone: App, route: str) -> None:
    """Let the browser go back to a route."""
    phone.session.apply_page_patch({"route": route})
    await phone.session.dispatch_event(phone.page._i, "route_change", {"route": route})
    await phone.settle()


async def test_back_closes_the_sheet_and_keeps_the_crew(library: Library) -> None:
    """Back with an open sheet stays at the table; the sheet still has what was typed."""
    table = library.matches.create("malifaux", ("Ana", "Beto"))
    route = f"/t/{table.match.id}"
    phone = await app_at(library, route)
    await phone.tap("La banda de Ana")
    label = next(name for name in fields(phone) if "línea" in name)
    await phone.type(label, "Rasputina, 10")
    await go_back(phone, "/")
    assert phone.page.route == route
    assert label not in fields(phone)
    await phone.tap("La banda de Ana")
    assert fields(phone)[label] == "Rasputina, 10"
    await go_back(phone, "/")
    await go_back(phone, "/")
    assert phone.page.route == "/"


async def test_another_address_in_the_same_tab_is_no_way_back(library: Library) -> None:
    """A page that is loaded anew at another address goes there, whatever was open before."""
    table = library.matches.create("malifaux", ("Ana", "Beto"))
    phone = await app_at(library, f"/t/{table.match.id}")
    await phone.tap("La banda de Ana")
    phone.session.apply_page_patch({"route": "/new/counting"})
    await phone.session.dispatch_event(phone.page._i, "connect", None)
    await go_back(phone, "/new/counting")
    assert phone.page.route == "/new/counting"
    assert "Jugador 1" in fields(phone)


# --- hidden ------------------------------------------------------------------------------------------------------


async def test_a_page_that_reconnects_is_shown(library: Library) -> None:
    """The browser's word that it shows the page again may be lost with the connection: the camera waits for it."""
    phone = await app_at(library)
    await phone.session.dispatch_event(phone.page._i, "app_lifecycle_state_change", {"state": "hide"})
    assert not phone.page.app_visible
    await phone.session.dispatch_event(phone.page._i, "connect", None)
    await phone.settle()
    assert phone.page.app_visible
