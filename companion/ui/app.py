"""Root of the app on one device: routes, language and theme."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

import flet as ft

from companion.access.uploads import INBOX
from companion.access.visitor import Visitor, current_visitor, served_owner, served_process, served_table
from companion.base.seat_look import SeatLook
from companion.decoding.fair_queue import Requester
from companion.decoding.in_turn import requester_of_page
from companion.i18n import LANGUAGES
from companion.library.library import Library
from companion.library.seat_looks import seat_looks
from companion.storage.matches import StorageError
from companion.ui.design import theme
from companion.ui.design.hints import load_hints
from companion.ui.design.page_look import (
    NO_LOOKS,
    load_preferences,
    save_shown,
    save_shown_again,
    show_language,
    show_looks,
    use_preferences,
)
from companion.ui.design.preferences import Preferences
from companion.ui.screens.stack import admitted_match, pages_of_route
from companion.ui.session.control_ids import reassign_control_ids
from companion.ui.session.error_boundary import ErrorBoundary
from companion.ui.session.navigation import TableNavigation, process_of_page, table_of_page
from companion.ui.session.phone import Phone
from companion.ui.session.routes import parent_route, split_route

from .hooks import handle_key, on_reconnect, use_observable, use_subscription
from .page_life import close_topmost, follow_reconnections, follow_visibility, is_back
from .state import use_latest

THEME_MODES = {"system": ft.ThemeMode.SYSTEM, "light": ft.ThemeMode.LIGHT, "dark": ft.ThemeMode.DARK}


def build(library: Library, *, is_shared: bool = False) -> Callable[[ft.Page], Awaitable[None]]:
    """Create the function that Flet runs for every new page.

    ``is_shared``: other processes serve the same tables, each table at one of them.
    """

    async def main(page: ft.Page) -> None:
        page.title = "Sobremesa"
        page.on_disconnect = lambda: reassign_control_ids(page)
        follow_reconnections(page)
        follow_visibility(page)
        visitor = current_visitor.get()
        table_of_page.set(page, table := served_table.get())
        process_of_page.set(page, served_process.get())
        requester_of_page.set(page, _requester(visitor, table))
        asked, habits, _ = await asyncio.gather(browser_language(page), load_preferences(page), load_hints(page))

        def tongue() -> str:
            own = "" if visitor.is_host else habits.language
            return own or chosen_language(library) or asked

        def draw() -> None:
            show_language(page, tongue())  # first, for the page of an error
            apply_theme(page, themed_game(library, page.route), theme_mode_of(library, visitor, habits))
            apply_language(page, tongue())
            page.render_views(App, library, tongue(), visitor, table if is_shared else None)

        ErrorBoundary(page, draw).draw()
        page.run_task(save_shown, page, tongue())

    return main


def _requester(visitor: Visitor, table: str) -> Requester:
    """Return for whom that page asks: hosts or guests of a household, or a public owner."""
    if not INBOX.trusts_hosts:
        return Requester(served_owner.get(), table, visitor.id, visitor.is_host, has_all_places=False)
    return Requester("hosts" if visitor.is_host else "guests", table, visitor.id, visitor.is_host, visitor.is_host)


def apply_theme(page: ft.Page, game: str, theme_mode: str) -> None:
    """Apply that game's light and dark colors and the chosen theme mode."""
    page.theme, page.dark_theme = theme.build_theme(game, False), theme.build_theme(game, True)
    page.theme_mode = THEME_MODES.get(theme_mode, ft.ThemeMode.SYSTEM)


def apply_language(page: ft.Page, language: str) -> None:
    """Let the client say in that language what it says itself, such as the names of dialogs."""
    locales = [ft.Locale(code) for code in LANGUAGES]
    page.locale_configuration = ft.LocaleConfiguration(locales, ft.Locale(language))


def chosen_language(library: Library) -> str:
    """Return the language chosen for the table; empty if there is none or it cannot be read."""
    with suppress(StorageError):
        language = library.settings.get("language")
        return language if language in LANGUAGES else ""
    return ""


async def browser_language(page: ft.Page) -> str:
    """Return the browser's language if it is supported, else Spanish."""
    languages: list[str] | None = None
    with suppress(Exception):  # Spanish for a client without this information
        languages = getattr(await page.get_device_info(), "languages", None)  # ``language`` is what fonts.js says
    return "en" if languages and languages[0].lower().startswith("en") else "es"


@ft.component
def App(  # noqa: N802 - named like a class
    library: Library, initial_language: str, visitor: Visitor, table: str | None
) -> list[ft.View]:
    """Root component; after a restart a page is restored from its route.

    ``table`` is the only one that this page may show, empty for none and None for all.
    """
    page = ft.context.page
    habits, save_habits = use_preferences()
    language, choose_language = use_language(library, visitor, initial_language, habits, save_habits)
    mode, choose_theme_mode = use_theme_mode(library, visitor, habits, save_habits)
    navigation = TableNavigation(page, table)
    route = use_route(library, visitor, navigation)

    def update_page() -> None:
        apply_theme(page, themed_game(library, route), mode)
        apply_language(page, language)
        page.update()
        page.run_task(save_shown, page, language)

    def tell_shown() -> None:
        page.run_task(save_shown_again, page, language)

    ft.use_effect(update_page, [themed_game(library, route), mode, language])
    use_subscription(
        lambda: on_reconnect(page, tell_shown), [language]
    )  # a page that is loaded again has its start screen
    show_language(page, language)
    phone = Phone(library, language, navigation.go, choose_language, choose_theme_mode, habits, save_habits, visitor)
    match_id = admitted_match(phone, route)
    use_observable(library.guests.observable_of(match_id))
    show_looks(looks_of_match(library, match_id))
    return pages_of_route(phone, route)


def use_language(
    library: Library, visitor: Visitor, initial: str, habits: Preferences, save_habits: Callable[[Preferences], None]
) -> tuple[str, Callable[[str], None]]:
    """Hook: the page's language, and how to choose another one, as the host for the house."""
    language, set_language = ft.use_state(initial)

    def choose(other: str) -> None:
        set_language(other)
        if visitor.is_host:
            library.settings.save("language", other)
        else:
            save_habits(replace(habits, language=other))

    return language, choose


def use_theme_mode(
    library: Library, visitor: Visitor, habits: Preferences, save_habits: Callable[[Preferences], None]
) -> tuple[str, Callable[[str], None]]:
    """Hook: the page's theme mode, and how to choose another one, as the host for the house."""
    mode, set_mode = ft.use_state(theme_mode_of(library, visitor, habits))

    def choose(mode: str) -> None:
        set_mode(mode)
        if visitor.is_host:
            library.settings.save("theme", mode)
        else:
            save_habits(replace(habits, theme=mode))

    return mode, choose


def use_route(library: Library, visitor: Visitor, navigation: TableNavigation) -> str:
    """Hook: the route that the page shows, and the page's events that change it or its width."""
    page = ft.context.page
    first = shortcut_target(library, visitor, page.route or "/")
    route, set_route = ft.use_state(first if navigation.leads_here(first) else navigation.home)
    _, set_width = ft.use_state(page.width)

    shown = use_latest(route)

    def arrive(arrived: str) -> None:
        if is_back(page, shown.current, arrived) and close_topmost(page, shown.current):
            navigation.go(shown.current)
        else:
            follow(arrived)

    def pop() -> None:
        if not close_topmost(page, shown.current):
            navigation.go(parent_route(page.route))

    def follow(wanted: str) -> None:
        target = shortcut_target(library, visitor, wanted)
        if navigation.leads_here(target):
            set_route(target)
        else:
            navigation.go(target)

    def listen() -> None:
        page.on_route_change = lambda event: arrive(event.route)
        page.on_view_pop = lambda event: pop()
        page.on_keyboard_event = handle_key
        page.on_resize = lambda event: set_width(event.width)  # after the page knows it, unlike a control's own event
        if not navigation.leads_here(first):
            navigation.go(first)

    ft.use_effect(listen, [])
    return route


def theme_mode_of(library: Library, visitor: Visitor, habits: Preferences) -> str:
    """Return the theme mode: a guest's own if it has one, else the host's."""
    return ("" if visitor.is_host else habits.theme) or library.settings.get("theme", "system")


def looks_of_match(library: Library, match_id: str) -> tuple[SeatLook, ...]:
    """Return the looks of a match's seats; none for a route without a match."""
    match = next((one for one in library.matches.all() if one.id == match_id), None) if match_id else None
    return seat_looks(library.settings, match_id, len(match.seats)) if match else NO_LOOKS


def shortcut_target(library: Library, visitor: Visitor, route: str) -> str:
    """Return where a shortcut of the installed page leads; any other route leads to itself.

    ``/resume`` is the unfinished game that was played last, ``/new`` a new one of the game that was played last. They
    are the host's alone: a guest has no list of matches.
    """
    matches = library.matches.all() if visitor.is_host else ()
    match split_route(route):
        case ["resume"]:
            return next((f"/t/{one.id}" for one in matches if one.finished is None), "/")
        case ["new"]:
            return next((f"/new/{one.game}" for one in matches), "/")
    return route


def themed_game(library: Library, route: str) -> str:
    """Return the game whose colors a route uses; empty for the home page."""
    match split_route(route):
        case ["new" | "rules", game, *_]:
            return game
        case ["t", id, *_]:
            return next((match.game for match in library.matches.all() if match.id == id), "")
    return ""
