"""Device preferences: text size, motion, haptics, sound, wake lock, confirmation.

They belong to the device and not to the table, so the browser stores them. The text itself is scaled by
``assets/lettering.js``; this module scales the boxes around it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

import flet as ft

from companion.i18n import LANGUAGES

from .theme import Motion

KEY, LETTERS = "sobremesa.habits", "sobremesa.letters"
SCALES = {"normal": 1.0, "large": 1.15, "largest": 1.3, "double": 2.0}
"""Scale factor of each text size."""
LEAST, MOST = 0.5, 2.0
"""Limits of the scale factor, whatever is chosen here and in the browser."""
MOTIONS = ("system", "less", "full")
THEMES = ("system", "light", "dark")
PATIENCE = 3.0
"""Seconds to wait for the browser's storage."""


@dataclass(frozen=True)
class Habits:
    """Preferences chosen on this device, and two settings of its system.

    The system's settings are not saved: ``still`` (reduced motion) and ``letters`` (the browser's own text scale).
    ``language`` and ``theme`` are those of a guest's device; empty means as the host chose.
    """

    text: str = "normal"
    motion: str = "system"
    awake: bool = True
    touch: bool = True
    sound: bool = False
    spoken: bool = False
    sure: bool = True
    turn: bool = False
    language: str = ""
    theme: str = ""
    still: bool = False
    letters: float = 1.0

    @property
    def scale(self) -> float:
        """Scale factor of the text, within the limits."""
        return min(MOST, max(LEAST, SCALES[self.text] * self.letters))

    @property
    def swift(self) -> int:
        """Duration of an animation in milliseconds; 0 with reduced motion."""
        less = self.motion == "less" or (self.motion == "system" and self.still)
        return 0 if less else Motion.SWIFT

    def kept(self) -> str:
        """Return the preferences as the JSON that the browser stores."""
        chosen = {key: value for key, value in asdict(self).items() if key not in ASKED}
        return json.dumps({**chosen, "scale": SCALES[self.text]}, sort_keys=True)


USUAL = Habits()
ASKED = ("still", "letters")
"""Fields that the system sets."""


def read(kept: object) -> Habits:
    """Parse stored preferences; missing or invalid values fall back to the defaults."""
    try:
        said = json.loads(kept) if isinstance(kept, str) else {}
    except ValueError:
        said = {}
    usual, found = asdict(USUAL), said if isinstance(said, dict) else {}
    fits = {key: found[key] for key, value in usual.items() if type(found.get(key)) is type(value) and key not in ASKED}
    habits = Habits(**fits)
    known = habits.text in SCALES and habits.motion in MOTIONS
    return habits if known and habits.language in ("", *LANGUAGES) and habits.theme in ("", *THEMES) else USUAL


def here() -> Habits:
    """Return the preferences of the device that is being drawn."""
    with suppress(RuntimeError):  # outside of a page the defaults apply
        worn = ft.context.page.data
        return worn if isinstance(worn, Habits) else USUAL
    return USUAL


def tall(points: float) -> float:
    """Return a height scaled by the text size of the device."""
    return points * here().scale


def swift() -> int:
    """Return the duration of an animation on the device that is being drawn, in milliseconds."""
    return here().swift


async def recall(page: ft.Page) -> Habits:
    """Load the stored preferences and the system's settings, and set them on the page."""
    habits = read(await _kept(KEY))
    with suppress(TypeError, ValueError):  # a client without a text scale
        habits = replace(habits, letters=float(await _kept(LETTERS)))
    with suppress(Exception):
        asked = await ft.SemanticsService().get_accessibility_features()
        habits = replace(habits, still=bool(asked.disable_animations or asked.reduce_motion))
    page.data = habits
    return habits


async def _kept(key: str) -> Any:
    """Read a value from the browser's storage; None if there is none or the storage fails."""
    with suppress(Exception):
        return await ft.SharedPreferences()._invoke_method("get", {"key": key}, timeout=PATIENCE)
    return None


def use_habits() -> tuple[Habits, Callable[[Habits], None]]:
    """Return this device's preferences, and a function that applies and saves new ones."""
    page = ft.context.page
    worn, wear = ft.use_state(here())

    def change(habits: Habits) -> None:
        page.data = habits
        wear(habits)
        page.run_task(keep, habits)

    return worn, change


async def keep(habits: Habits) -> None:
    """Save the preferences in the browser; if it refuses, they last as long as the page."""
    with suppress(Exception):
        await ft.SharedPreferences().set(KEY, habits.kept())
