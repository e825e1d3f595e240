"""Root of the app on one device: routes, language and theme."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import flet as ft

from companion.access.visitor import Visitor, current
from companion.decoding.fair_queue import VISITORS
from companion.i18n import LANGUAGES, translator
from companion.library.library import Library
from companion.server.wire.flet_patches import renumber
from companion.storage.matches import StorageTrouble
from companion.ui.design.preferences import Habits, recall, use_habits
from companion.ui.pages.host.phones import PhonesPage
from companion.ui.pages.host.settings import SettingsPage
from companion.ui.pages.host.teach_dice import EnrolPage
from companion.ui.pages.match import MatchPage
from companion.ui.pages.read.fairness import FairnessPage
from companion.ui.pages.read.history import HistoryPage
from companion.ui.pages.read.rules import RulesPage
from companion.ui.pages.read.situation import SituationPage
from companion.ui.pages.read.statistics import StatisticsPage
from companion.ui.pages.read.totals import TotalsPage
from companion.ui.pages.start.guest_home import HOST_BEGINS, NOT_OPEN, GuestPage
from companion.ui.pages.start.home import HomePage
from companion.ui.pages.start.seat import SeatPage
from companion.ui.pages.start.setup import SetupPage
from companion.ui.session.error_boundary import Watch
from companion.ui.session.phone import Phone
from companion.ui.table.screen import readable
from companion.ui.widgets.controls import keyed

from .design import theme
from .hooks import use_table

MODES = {"system": ft.ThemeMode.SYSTEM, "light": ft.ThemeMode.LIGHT, "dark": ft.ThemeMode.DARK}


def build(library: Library) -> Callable[[ft.Page], Awaitable[None]]:
    """Create the function that Flet runs for every new page."""

    async def main(page: ft.Page) -> None:
        page.title = "Sobremesa"
        page.on_disconnect = lambda: renumber(page)
        visitor = current.get()
        VISITORS[page] = visitor.id
        asked, habits = await asyncio.gather(spoken(page), recall(page))

        def tongue() -> str:
            own = "" if visitor.host else habits.language
            return own or chosen(library) or asked

        def draw() -> None:
            wear(page, accent(library, page.route), mode_of(library, visitor, habits))
            page.render_views(App, library, tongue(), visitor)

        Watch(page, lambda: readable(translator(tongue())), draw).draw()

    return main


def wear(page: ft.Page, game: str, mode: str) -> None:
    """Apply that game's light and dark colours and the chosen theme mode."""
    page.theme, page.dark_theme = theme.theme(game, False), theme.theme(game, True)
    page.theme_mode = MODES.get(mode, ft.ThemeMode.SYSTEM)


def chosen(library: Library) -> str:
    """Return the language chosen for the table; empty if there is none or it cannot be read."""
    with suppress(StorageTrouble):
        told = library.setting("language")
        return told if told in LANGUAGES else ""
    return ""


async def spoken(page: ft.Page) -> str:
    """Return the browser's language if it is supported, else Spanish."""
    asked = None
    with suppress(Exception):  # Spanish for a client without this information
        asked = getattr(await page.get_device_info(), "language", None)
    return "en" if str(asked or "").lower().startswith("en") else "es"


@ft.component
def App(library: Library, language: str, visitor: Visitor) -> Any:  # noqa: N802 - named like a class
    """Root component; after a restart a page is restored from its route."""
    page = ft.context.page
    tongue, set_tongue = ft.use_state(language)
    place, set_place = ft.use_state(page.route or "/")
    habits, settle = use_habits()
    mode, set_mode = ft.use_state(mode_of(library, visitor, habits))

    def speak(other: str) -> None:
        set_tongue(other)
        if visitor.host:
            library.set("language", other)
        else:
            settle(replace(habits, language=other))

    def dress(mode: str) -> None:
        set_mode(mode)
        if visitor.host:
            library.set("theme", mode)
        else:
            settle(replace(habits, theme=mode))

    def light() -> None:
        wear(page, accent(library, place), mode)
        page.update()

    def listen() -> None:
        page.on_route_change = lambda event: set_place(event.route)
        page.on_view_pop = lambda event: page.navigate(above(page.route))

    ft.use_effect(listen, [])
    ft.use_effect(light, [accent(library, place), mode])
    words = readable(translator(tongue))
    phone = Phone(library, tongue, words, page.navigate, speak, dress, habits, settle, visitor)
    use_table(library.guests.at(invited_to(phone, place)))
    return pages(phone, place)


def mode_of(library: Library, visitor: Visitor, habits: Habits) -> str:
    """Return the theme mode: a guest's own if it has one, else the host's."""
    return ("" if visitor.host else habits.theme) or library.setting("theme", "system")


def invited_to(phone: Phone, route: str) -> str:
    """Return the match of that route if this device may open it, else an empty string."""
    match way(route):
        case ["table", id, *_] if phone.library.guests.admitted(phone.visitor, id):
            return id
    return ""


def pages(phone: Phone, route: str) -> list[Any]:
    """Return the stack of pages for a route, the lowest first; the home page for an unknown one."""
    home = HomePage if phone.visitor.host else GuestPage
    match way(route):
        case ["statistics"] if phone.visitor.host:
            return [home(phone), TotalsPage(phone)]
        case ["new", game] if game in phone.library.games:
            return [SetupPage(phone, game)] if phone.visitor.host else [GuestPage(phone, HOST_BEGINS)]
        case ["new", game, "rules"] if phone.visitor.host and game in phone.library.games:
            return [SetupPage(phone, game), keyed(RulesPage, route, phone, route, above(route), game)]
        case ["rules", game] if phone.visitor.host and game in phone.library.games:
            return [home(phone), keyed(RulesPage, route, phone, route, above(route), game)]
        case ["table", _, *_] if not invited_to(phone, route):
            return [GuestPage(phone, NOT_OPEN)]
        case ["table", match, *_] if phone.library.chair(phone.visitor, match) is None:
            return [SeatPage(phone, match)]
        case ["table", match, *rest]:
            over = at_table(phone, match, rest)
            return [home(phone)] if over is None else [MatchPage(phone, match), *over]
    return [home(phone)]


def at_table(phone: Phone, match: str, rest: list[str]) -> list[Any] | None:
    """Return the pages above the table for the rest of its route; None for an unknown one."""
    match rest:
        case []:
            return []
        case ["history"]:
            return [HistoryPage(phone, match)]
        case ["settings", *switch] if len(switch) < 2:
            return [SettingsPage(phone, match, *switch)]
        case ["seat"]:
            return [SeatPage(phone, match)]
        case ["phones"]:
            return [PhonesPage(phone, match)]
        case ["dice", *kind] if len(kind) < 2 and not phone.chair(match).watches:
            return [EnrolPage(phone, match, *kind)]
        case ["rules", *wanted] if len(wanted) < 2:
            here = f"/table/{match}"
            route = "/".join((here, *rest))
            return [keyed(RulesPage, route, phone, route, here, "", match, *wanted)]
        case ["fairness"]:
            return [FairnessPage(phone, match)]
        case ["situation"]:
            return [SituationPage(phone, match)]
        case ["situation", seq] if seq.isdecimal() and len(seq) < 7:
            return [HistoryPage(phone, match), SituationPage(phone, match, int(seq))]
        case ["statistics"]:
            return [StatisticsPage(phone, match)]
    return None


def way(route: str) -> list[str]:
    """Split a route into its segments, without query and fragment."""
    return route.split("?")[0].split("#")[0].strip("/").split("/")


def accent(library: Library, route: str) -> str:
    """Return the game whose colours a route uses; empty for the home page."""
    match way(route):
        case ["new" | "rules", game, *_]:
            return game
        case ["table", id, *_]:
            return next((match.game for match in library.matches() if match.id == id), "")
    return ""


def above(route: str) -> str:
    """Return the route of "back": the table, the beginning of a new game, or home."""
    parts = way(route)
    return "/".join(("", *parts[:2])) if parts[0] in ("table", "new") and len(parts) > 2 else "/"
