"""The screen of one phone: which page it is on, in which language and light."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import flet as ft

from .library import Library
from .storage import StorageTrouble
from .views import theme
from .views.fallen import Watch
from .views.habits import recall, use_habits
from .views.history import HistoryPage
from .views.home import HomePage
from .views.match import MatchPage
from .views.phone import Phone
from .views.settings import SettingsPage
from .views.setup import SetupPage
from .views.table import readable
from .words import LANGUAGES, translator

MODES = {"system": ft.ThemeMode.SYSTEM, "light": ft.ThemeMode.LIGHT, "dark": ft.ThemeMode.DARK}


def build(library: Library) -> Callable[[ft.Page], Awaitable[None]]:
    """What Flet runs for every phone that opens the table."""

    async def main(page: ft.Page) -> None:
        page.title = "Sobremesa"
        language, _ = await asyncio.gather(spoken(page, library), recall(page))

        def draw() -> None:
            wear(page, accent(library, page.route), library.setting("theme"))
            page.render_views(App, library, chosen(library) or language)

        Watch(page, lambda: readable(translator(chosen(library) or language)), draw).draw()

    return main


def wear(page: ft.Page, game: str, mode: str) -> None:
    """That game's colours, by day and by evening, in the light that was chosen."""
    page.theme, page.dark_theme = theme.theme(game, False), theme.theme(game, True)
    page.theme_mode = MODES.get(mode, ft.ThemeMode.SYSTEM)


def chosen(library: Library) -> str:
    """The language that was chosen for the table, if one was; a disk that cannot be read does not say."""
    with suppress(StorageTrouble):
        told = library.setting("language")
        return told if told in LANGUAGES else ""
    return ""


async def spoken(page: ft.Page, library: Library) -> str:
    """The language that was chosen for the table; else the browser's, if it is one of ours; else Spanish."""
    told = chosen(library)
    if told:
        return told
    asked = None
    with suppress(Exception):  # a client that does not say what it reads, reads Spanish
        asked = getattr(await page.get_device_info(), "language", None)
    return "en" if str(asked or "").lower().startswith("en") else "es"


@ft.component
def App(library: Library, language: str) -> Any:  # noqa: N802 - Flet's components are named like classes
    """All pages; a phone that comes back after a restart is on the page that its address names."""
    page = ft.context.page
    tongue, set_tongue = ft.use_state(language)
    place, set_place = ft.use_state(page.route or "/")

    mode, set_mode = ft.use_state(library.setting("theme", "system"))

    def speak(other: str) -> None:
        set_tongue(other)
        library.set("language", other)

    def dress(mode: str) -> None:
        set_mode(mode)
        library.set("theme", mode)

    def light() -> None:
        wear(page, accent(library, place), mode)
        page.update()

    def listen() -> None:
        page.on_route_change = lambda event: set_place(event.route)
        page.on_view_pop = lambda event: page.navigate(above(page.route))

    ft.use_effect(listen, [])
    ft.use_effect(light, [accent(library, place), mode])
    words = readable(translator(tongue))
    return pages(Phone(library, tongue, words, page.navigate, speak, dress, *use_habits()), place)


def pages(phone: Phone, route: str) -> list[Any]:
    """The pages that lie on each other at this address, the lowest first; the home page for any that is not ours."""
    match way(route):
        case ["new", game] if game in phone.library.games:
            return [SetupPage(phone, game)]
        case ["table", match]:
            return [MatchPage(phone, match)]
        case ["table", match, "history"]:
            return [MatchPage(phone, match), HistoryPage(phone, match)]
        case ["table", match, "settings"]:
            return [MatchPage(phone, match), SettingsPage(phone, match)]
        case ["table", match, "settings", switch]:
            return [MatchPage(phone, match), SettingsPage(phone, match, switch)]
    return [HomePage(phone)]


def way(route: str) -> list[str]:
    """The words of an address; whatever a browser sends is one."""
    return route.split("?")[0].split("#")[0].strip("/").split("/")


def accent(library: Library, route: str) -> str:
    """The game whose colours this address wears; none for the home page."""
    match way(route):
        case ["new", game]:
            return game
        case ["table", id, *_]:
            return next((match.game for match in library.matches() if match.id == id), "")
    return ""


def above(route: str) -> str:
    """Where "back" leads: from a page of a table to the table, from everywhere else home."""
    parts = way(route)
    return f"/table/{parts[1]}" if parts[0] == "table" and len(parts) > 2 else "/"
