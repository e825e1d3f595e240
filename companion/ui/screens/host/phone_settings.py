"""Settings of this phone alone, and what its browser lacks."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import flet as ft

from companion import VERSION
from companion.ui.design.hints import show_hints_again
from companion.ui.design.look import translate
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.session.phone import Phone
from companion.ui.state import use_optional
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import bind, secondary_button
from companion.ui.widgets.switches import on_off_switch, segmented_control
from rules.engine import Text

TEXT_SIZE_LABELS = {
    "normal": Text("Normal"),
    "large": Text("Large"),
    "largest": Text("Largest"),
    "double": Text("Double"),
}
MOTION_LABELS = {"system": Text("As the system"), "less": Text("Less"), "full": Text("Normal")}
ANNOUNCE_LABELS = {"short": Text("Short"), "usual": Text("Usual"), "long": Text("Long")}
SWITCH_LABELS = {
    "awake": Text("The screen stays on at a table"),
    "touch": Text("Vibrate when a tap was taken, or when it is up to you"),
    "sound": Text("Sound when a tap was taken, or when it is up to you"),
    "hands": Text("Show a checklist for the table"),
    "flash": Text("The screen flashes at a kill, a soul, a death or the win"),
    "spoken": Text("Say aloud what the host's camera has read"),
    "sure": Text("Confirm big jumps in the history"),
    "turn": Text("In the middle of the table it turns towards whoever decides"),
}
FIREFOX_TEXT = Text(
    "Firefox does not vibrate and does not offer to install the app: on a phone, its menu has “Add to Home screen”."
)
CHECK_KEY = "sobremesa.check"
"""Key in the browser's storage; writing it opens the page of ``assets/device-check.js`` over the app."""


def phone_settings(phone: Phone) -> ft.Control:
    """Build the panel of this phone's own settings."""
    habits = phone.preferences

    def change(key: str, value: str | bool) -> None:
        changed: dict[str, Any] = {key: value}
        phone.set_preferences(replace(habits, **changed))

    return page_frame.panel(
        body_text(translate(Text("This phone")), 600),
        segmented_control(Text("Text size"), TEXT_SIZE_LABELS, habits.text, partial(change, "text")),
        segmented_control(Text("Motion"), MOTION_LABELS, habits.motion, partial(change, "motion")),
        segmented_control(
            Text("Results for screen readers"), ANNOUNCE_LABELS, habits.announce, partial(change, "announce")
        ),
        *(
            on_off_switch(translate(label), bool(getattr(habits, key)), partial(change, key))
            for key, label in SWITCH_LABELS.items()
        ),
        BrowserLimits(),
        secondary_button(
            translate(Text("Explain the first turn again")), bind(show_hints_again, ft.context.page), ft.Icons.LIGHTBULB
        ),
        version_line(),
    )


@ft.component
def BrowserLimits() -> ft.Control:  # noqa: N802 - Flet's components are named like classes
    """What the browser of this phone cannot do; nothing where all works."""
    page = ft.context.page
    text, set_text = use_optional(Text)

    async def look() -> None:
        with suppress(Exception):  # a client without this information
            info = await page.get_device_info()
            if getattr(info, "browser_name", None) == ft.WebBrowserName.FIREFOX:
                set_text(FIREFOX_TEXT)

    ft.use_effect(look, [])
    return page_frame.hint_text(translate(text)) if text else ft.Container(visible=False)


def version_line() -> ft.Control:
    """Build the line with the version; in a browser a long press opens the check of this device."""

    async def check() -> None:
        await ft.SharedPreferences().set(CHECK_KEY, "open")

    if not ft.context.page.web:
        return label_text(f"Sobremesa {VERSION}", color=MUTED)
    says = translate(Text("Sobremesa {version}; a long press checks this device", version=VERSION))
    return ft.GestureDetector(label_text(says, color=MUTED), on_long_press=check)
