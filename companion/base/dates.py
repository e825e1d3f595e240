"""Dates and times as relative, translated text."""

from __future__ import annotations

from datetime import datetime

from companion.i18n import Translate
from rules.engine import Text

MINUTE, HOUR = 60, 3600


def when(words: Translate, at: float, now: float) -> str:
    """Return how long ago something happened, or on which day."""
    return words(_when(at, now))


def _when(at: float, now: float) -> Text:
    past, day = now - at, datetime.fromtimestamp(at)
    days = (datetime.fromtimestamp(now).date() - day.date()).days
    if past < MINUTE:
        return Text("just now")
    if past < HOUR:
        return Text("{n} minute ago", "{n} minutes ago", n=int(past // MINUTE))
    if days == 0:
        return Text("today at {time}", time=clock(at))
    if days == 1:
        return Text("yesterday at {time}", time=clock(at))
    return Text("on {day}", day=f"{day:%d/%m/%Y}")


def clock(at: float) -> str:
    """Return the time of day as HH:MM."""
    return f"{datetime.fromtimestamp(at):%H:%M}"
