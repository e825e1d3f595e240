"""Dates and times as relative, translated text."""

from __future__ import annotations

from datetime import datetime

from companion.i18n import Translate
from rules.engine import Text

SECONDS_PER_MINUTE, SECONDS_PER_HOUR, SECONDS_PER_DAY = 60, 3600, 86_400


def format_relative_time(translate: Translate, timestamp: float, now: float) -> str:
    """Return how long ago something happened, or on which day."""
    return translate(_relative_time(timestamp, now))


def format_day(timestamp: float) -> str:
    """Return the day of a Unix time."""
    return f"{datetime.fromtimestamp(timestamp):%d/%m/%Y}"


def _relative_time(timestamp: float, now: float) -> Text:
    past, day = now - timestamp, datetime.fromtimestamp(timestamp)
    days = (datetime.fromtimestamp(now).date() - day.date()).days
    if past < SECONDS_PER_MINUTE:
        return Text("just now")
    if past < SECONDS_PER_HOUR:
        return Text("{n} minute ago", "{n} minutes ago", n=int(past // SECONDS_PER_MINUTE))
    if days == 0:
        return Text("today at {time}", time=format_clock_time(timestamp))
    if days == 1:
        return Text("yesterday at {time}", time=format_clock_time(timestamp))
    return Text("on {day}", day=format_day(timestamp))


def format_clock_time(timestamp: float) -> str:
    """Return the time of day as HH:MM."""
    return f"{datetime.fromtimestamp(timestamp):%H:%M}"
