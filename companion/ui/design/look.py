"""How a device shows everything: language, preferences, width and looks of the seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from companion.base.seat_look import SeatLook
from companion.i18n import translator
from rules.engine import Displayable

from .preferences import DEFAULT_PREFERENCES, Preferences

DEFAULT_WIDTH = 390
"""Width in points of a phone that has not reported its width."""


@dataclass(frozen=True, slots=True)
class PageLook:
    """How one device shows everything; the default one is that of texts outside of a page.

    ``width`` and ``height`` are those of its page in points, ``seats`` the looks of the seats of its table.
    """

    language: str = "en"
    preferences: Preferences = DEFAULT_PREFERENCES
    width: float = DEFAULT_WIDTH
    seats: tuple[SeatLook, ...] = ()
    height: float = 0


DEFAULT_LOOK = PageLook()
_given: ContextVar[PageLook | None] = ContextVar("look", default=None)
_sources: list[Callable[[], PageLook | None]] = []


def find_looks_with(find: Callable[[], PageLook | None]) -> None:
    """Ask that function for the look of what is being drawn; it returns None where nothing is."""
    _sources.append(find)


@contextmanager
def given_look(look: PageLook) -> Iterator[None]:
    """Use that look without a page, as for a list of what a table would show."""
    token = _given.set(look)
    try:
        yield
    finally:
        _given.reset(token)


def current_look() -> PageLook:
    """Return the look of the device that is being drawn."""
    given = _given.get()
    if given is not None:
        return given
    for find in _sources:
        if (look := find()) is not None:
            return look
    return DEFAULT_LOOK


def translate(shown: Displayable) -> str:
    """Return what is shown in the language of the device, in letters that its font has."""
    return translator(current_look().language)(shown).replace("→", "›")


def sentence(shown: Displayable) -> str:
    """Return what is shown with a capital first letter, as a line of its own begins."""
    text = translate(shown)
    return text[:1].upper() + text[1:]


def current_preferences() -> Preferences:
    """Return the preferences of the device that is being drawn."""
    return current_look().preferences


def screen_width() -> float:
    """Return the width of the page that is being drawn, in points."""
    return current_look().width


def scaled_height(points: float) -> float:
    """Return a height scaled by the text size of the device."""
    return points * current_preferences().scale


def animation_ms() -> int:
    """Return the duration of an animation on the device that is being drawn, in milliseconds."""
    return current_preferences().animation_ms


def seat_look(seat: int) -> SeatLook:
    """Return the look of a seat; the default one outside of a table."""
    looks = current_look().seats
    return looks[seat] if 0 <= seat < len(looks) else SeatLook(seat)
