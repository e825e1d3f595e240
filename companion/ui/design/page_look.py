"""The look of a page: kept with the page, its preferences by the browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import flet as ft

from companion.base.seat_look import SeatLook
from companion.base.session_value import SessionValue

from .look import DEFAULT_LOOK, DEFAULT_WIDTH, PageLook, current_preferences, find_looks_with, seat_look
from .preferences import LETTERS_KEY, PREFERENCES_KEY, SHOWN_KEY, Preferences, parse_preferences
from .sizes import is_tablet

STORAGE_TIMEOUT_SECONDS = 3.0
"""Seconds to wait for the browser's storage."""
SEAT_SIGNS = {
    "anchor": ft.Icons.ANCHOR,
    "rocket": ft.Icons.ROCKET_LAUNCH,
    "tree": ft.Icons.PARK,
    "note": ft.Icons.MUSIC_NOTE,
    "sun": ft.Icons.WB_SUNNY,
    "snow": ft.Icons.AC_UNIT,
    "key": ft.Icons.KEY,
    "cake": ft.Icons.CAKE,
}
"""Icon of each sign that a badge may show instead of an initial."""
NO_WIDTH = -1
"""Width of a page whose size has not been looked at."""
NO_LOOKS: tuple[SeatLook, ...] = ()
_look = SessionValue[PageLook]("look", lambda: DEFAULT_LOOK)


def look_of(page: ft.Page) -> PageLook:
    """Return the look of a page."""
    look, width, height = _look.get(page), page.width or DEFAULT_WIDTH, page.height or 0
    if look.width != width or look.height != height:
        preferences = replace(look.preferences, tablet=is_tablet(width, height))
        look = replace(look, width=width, height=height, preferences=preferences)
        _look.set(page, look)
    return look


def set_look(page: ft.Page, look: PageLook) -> None:
    """Set the whole look of a page, but for its size."""
    _look.set(page, replace(look, width=NO_WIDTH))  # so that its size is looked at again


def _look_of_context() -> PageLook | None:
    """Return the look of the page that is being drawn; None outside of a page."""
    try:  # cheaper than a context manager: every text and size asks for it
        page = ft.context.page
    except RuntimeError:
        return None
    return look_of(page)


find_looks_with(_look_of_context)


def show_language(page: ft.Page, language: str) -> None:
    """Set the language of a page."""
    set_look(page, replace(look_of(page), language=language))


def show_preferences(page: ft.Page, preferences: Preferences) -> None:
    """Set the preferences of a page."""
    set_look(page, replace(look_of(page), preferences=preferences))


def show_looks(looks: tuple[SeatLook, ...]) -> None:
    """Set the looks of the seats for the page that is being drawn."""
    page = ft.context.page
    set_look(page, replace(look_of(page), seats=looks))


def seat_sign(seat: int | None) -> ft.IconData | None:
    """Return the icon that stands for a seat; None where its initial does."""
    return None if seat is None else SEAT_SIGNS.get(seat_look(seat).sign)


async def load_preferences(page: ft.Page) -> Preferences:
    """Load the stored preferences and the system's settings, and set them on the page."""
    preferences = parse_preferences(await read_storage(PREFERENCES_KEY))
    with suppress(TypeError, ValueError):  # a client without a text scale
        preferences = replace(preferences, letters=float(await read_storage(LETTERS_KEY)))
    with suppress(Exception):
        asked = await ft.SemanticsService().get_accessibility_features()
        preferences = replace(preferences, still=bool(asked.disable_animations or asked.reduce_motion))
    show_preferences(page, preferences)
    return preferences


async def read_storage(key: str) -> Any:
    """Read a value from the browser's storage; None if there is none or the storage fails."""
    with suppress(Exception):
        return await ft.SharedPreferences()._invoke_method("get", {"key": key}, timeout=STORAGE_TIMEOUT_SECONDS)
    return None


def use_preferences() -> tuple[Preferences, Callable[[Preferences], None]]:
    """Return this device's preferences, and a function that applies and saves new ones."""
    page = ft.context.page
    preferences, set_preferences = ft.use_state(current_preferences())

    def change(chosen: Preferences) -> None:
        show_preferences(page, chosen)
        set_preferences(chosen)
        page.run_task(save_preferences, chosen)

    return preferences, change


async def save_preferences(preferences: Preferences) -> None:
    """Save the preferences in the browser; if it refuses, they last as long as the page."""
    with suppress(Exception):
        await ft.SharedPreferences().set(PREFERENCES_KEY, preferences.to_json())


async def save_shown(page: ft.Page, language: str) -> None:
    """Tell ``opening.js`` that a page is drawn, in which theme and language."""
    theme = (page.theme_mode or ft.ThemeMode.SYSTEM).value
    with suppress(Exception):
        await ft.SharedPreferences().set(SHOWN_KEY, json.dumps({"theme": theme, "language": language}))


ROUND_TRIPS = 3
"""Answers of the browser after which it has drawn what came before them."""


async def save_shown_again(page: ft.Page, language: str) -> None:
    """Tell it of a page that is loaded again, once the browser has answered."""
    for _ in range(ROUND_TRIPS):
        await read_storage(SHOWN_KEY)
    await save_shown(page, language)
