"""The page that checks a device, run as far as it looks by itself, and its text read again."""

from __future__ import annotations

from playwright.sync_api import Page, expect

BY_ITSELF = (
    "device",
    "engine",
    "font",
    "installed",
    "offline",
    "storage",
    "keeps",
    "camera",
    "awake",
    "sharing",
    "voice",
)
"""Rows of the page, in their order: what it looks at alone."""
BY_HAND = ("buzz", "sound", "turned", "back", "away")
"""The rows after those: what needs a person."""
PATIENCE = 60_000


def run_check(tab: Page) -> dict[str, str]:
    """Start the check and wait until it has looked at everything; what it says, by row."""
    start = tab.locator("#check button.chief")
    start.click()
    expect(start).to_be_enabled(timeout=PATIENCE)
    return read_check(tab)


def read_check(tab: Page) -> dict[str, str]:
    """The lines of the text to send, by row: a sign, the row's name and what was found."""
    head, *lines = tab.locator("#check-report").input_value().splitlines()
    return {"head": head, **dict(zip((*BY_ITSELF, *BY_HAND), lines, strict=True))}


def try_row(tab: Page, row: str) -> None:
    """Tap the button of a row that needs a person."""
    tab.locator(f"#check-{row} button").last.click()


def has_result(tab: Page, row: str, sign: str) -> None:
    """Wait until a row shows that sign."""
    expect(tab.locator(f"#check-{row} > span")).to_have_text(sign, timeout=PATIENCE)
