"""What one phone is used to: how large it reads, whether it moves, is felt and heard, stays awake, asks twice.

They belong to the phone and not to the table, so the browser keeps them. The text itself is scaled by
``assets/lettering.js``; here are the boxes around it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

import flet as ft

from companion.words import LANGUAGES

from .theme import Motion

KEY, LETTERS = "sobremesa.habits", "sobremesa.letters"
SCALES = {"normal": 1.0, "large": 1.15, "largest": 1.3, "double": 2.0}
"""How much larger than usual, for each text size that can be chosen."""
LEAST, MOST = 0.5, 2.0
"""How many times larger than usual a text gets, whatever was chosen here and in the browser."""
MOTIONS = ("system", "less", "full")
THEMES = ("system", "light", "dark")
PATIENCE = 3.0
"""Seconds to wait for a browser that is asked what it keeps."""


@dataclass(frozen=True)
class Habits:
    """As they were chosen on this phone. What its system asks for is not kept: ``still``, and how many times larger
    than usual its browser writes by itself, the ``letters``.

    ``language`` and ``theme`` are those of a guest's phone; empty, they are as the host chose.
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
        """How many times larger than usual its text is."""
        return min(MOST, max(LEAST, SCALES[self.text] * self.letters))

    @property
    def swift(self) -> int:
        """Milliseconds of a movement on this phone: none where less is wanted."""
        less = self.motion == "less" or (self.motion == "system" and self.still)
        return 0 if less else Motion.SWIFT

    def kept(self) -> str:
        """As the browser keeps them."""
        chosen = {key: value for key, value in asdict(self).items() if key not in ASKED}
        return json.dumps({**chosen, "scale": SCALES[self.text]}, sort_keys=True)


USUAL = Habits()
ASKED = ("still", "letters")
"""What the system asks for."""


def read(kept: object) -> Habits:
    """The habits that were kept; what is missing or was never written by us is as usual."""
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
    """The habits of the phone that is being drawn."""
    with suppress(RuntimeError):  # outside of any page everything is as usual
        worn = ft.context.page.data
        return worn if isinstance(worn, Habits) else USUAL
    return USUAL


def tall(points: float) -> float:
    """A height that holds this phone's text."""
    return points * here().scale


def swift() -> int:
    """Milliseconds of a movement on the phone that is being drawn."""
    return here().swift


async def recall(page: ft.Page) -> Habits:
    """What this phone keeps, and whether its system asks for less motion; worn by the page from now on."""
    habits = read(await _kept(KEY))
    with suppress(TypeError, ValueError):  # a client that has no letters of its own
        habits = replace(habits, letters=float(await _kept(LETTERS)))
    with suppress(Exception):
        asked = await ft.SemanticsService().get_accessibility_features()
        habits = replace(habits, still=bool(asked.disable_animations or asked.reduce_motion))
    page.data = habits
    return habits


async def _kept(key: str) -> Any:
    """What the browser keeps there; None if nothing, or if it keeps nothing."""
    with suppress(Exception):
        return await ft.SharedPreferences()._invoke_method("get", {"key": key}, timeout=PATIENCE)
    return None


def use_habits() -> tuple[Habits, Callable[[Habits], None]]:
    """The habits of this phone, and how they are changed, worn at once and kept."""
    page = ft.context.page
    worn, wear = ft.use_state(here())

    def change(habits: Habits) -> None:
        page.data = habits
        wear(habits)
        page.run_task(keep, habits)

    return worn, change


async def keep(habits: Habits) -> None:
    """Hand them to the browser; one that refuses forgets them with the page."""
    with suppress(Exception):
        await ft.SharedPreferences().set(KEY, habits.kept())
