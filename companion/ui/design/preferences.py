"""Device preferences: text size, motion, haptics, sound, wake lock, confirmation.

They belong to the device and not to the table, so the browser stores them. The text itself is scaled by
``assets/lettering.js``; this module scales the boxes around it.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from companion.i18n import LANGUAGES

from .sizes import TABLET_SCALE, AnimationTime

PREFERENCES_KEY, LETTERS_KEY, SHOWN_KEY = "sobremesa.habits", "sobremesa.letters", "sobremesa.shown"
TEXT_SCALES = {"normal": 1.0, "large": 1.15, "largest": 1.3, "double": 2.0}
"""Scale factor of each text size."""
MIN_SCALE, MAX_SCALE = 0.5, 2.0
"""Limits of the scale factor, whatever is chosen here and in the browser."""
MOTIONS = ("system", "less", "full")
THEMES = ("system", "light", "dark")
ANNOUNCEMENTS = ("short", "usual", "long")
"""Lengths in which results are announced to screen readers."""


@dataclass(frozen=True)
class Preferences:
    """Preferences chosen on this device, and what it is like.

    What it is like is not saved: ``still`` (reduced motion), ``letters`` (the browser's own text scale) and ``tablet``.
    ``hands``: whether what hands must do stands in the question's card; ``announce``: how much of the results screen
    readers are told. ``language`` and ``theme`` are those of a guest's device; empty means as the host chose.
    """

    text: str = "normal"
    motion: str = "system"
    awake: bool = True
    touch: bool = True
    sound: bool = False
    spoken: bool = False
    sure: bool = True
    turn: bool = False
    flash: bool = False
    hands: bool = True
    announce: str = "usual"
    language: str = ""
    theme: str = ""
    still: bool = False
    letters: float = 1.0
    tablet: bool = False

    @property
    def scale(self) -> float:
        """Scale factor of the text, within the limits."""
        usual = TABLET_SCALE if self.tablet else 1
        return min(MAX_SCALE, max(MIN_SCALE, TEXT_SCALES[self.text] * self.letters * usual))

    @property
    def animation_ms(self) -> int:
        """Duration of an animation in milliseconds; 0 with reduced motion."""
        less = self.motion == "less" or (self.motion == "system" and self.still)
        return 0 if less else AnimationTime.STANDARD_MS

    def to_json(self) -> str:
        """Return the preferences as the JSON that the browser stores."""
        chosen = {key: value for key, value in asdict(self).items() if key not in SYSTEM_FIELDS}
        return json.dumps({**chosen, "scale": TEXT_SCALES[self.text]}, sort_keys=True)


DEFAULT_PREFERENCES = Preferences()
SYSTEM_FIELDS = ("still", "letters", "tablet")
"""Fields that the device sets."""


def parse_preferences(saved: object) -> Preferences:
    """Parse stored preferences; missing or invalid values fall back to the defaults."""
    try:
        data = json.loads(saved) if isinstance(saved, str) else {}
    except (ValueError, RecursionError):  # a browser's storage holds anything, also brackets without end
        data = {}
    defaults, saved_fields = asdict(DEFAULT_PREFERENCES), data if isinstance(data, dict) else {}
    valid_fields = {
        key: saved_fields[key]
        for key, value in defaults.items()
        if type(saved_fields.get(key)) is type(value) and key not in SYSTEM_FIELDS
    }
    preferences = Preferences(**valid_fields)
    known = preferences.text in TEXT_SCALES and preferences.motion in MOTIONS and preferences.announce in ANNOUNCEMENTS
    return (
        preferences
        if known and preferences.language in ("", *LANGUAGES) and preferences.theme in ("", *THEMES)
        else DEFAULT_PREFERENCES
    )
