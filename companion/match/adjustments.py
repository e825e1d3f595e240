"""Series of adjustments of one tracker by one device, which are undone as one."""

from __future__ import annotations

from dataclasses import dataclass

from .roles import DeviceRole

ADJUSTMENT_SECONDS = 5.0
"""Seconds within which adjustments of one tracker by one device are one adjustment."""
ADJUSTMENT_REDRAW_SECONDS = 0.25
"""Seconds after the last tap on a number after which the tables of all devices are redrawn."""


@dataclass(frozen=True, slots=True)
class OpenAdjustment:
    """An adjustment in progress: the values before and after, and the seconds until it ends."""

    key: str
    value_before: int
    value_after: int
    seconds_left: float


@dataclass(frozen=True)
class AdjustmentSeries:
    """The latest series: tracker, device, time of its last tap, its group, the value before it."""

    key: str
    role: DeviceRole
    at: float
    group: int
    value_before: int

    def goes_on(self, key: str, role: DeviceRole, at: float) -> bool:
        """Return whether a tap at that time continues the series."""
        return (self.key, self.role) == (key, role) and self.seconds_left(at) is not None

    def seconds_left(self, at: float) -> float | None:
        """Return for how long it can be continued; None once it has ended.

        None also if the clock went back.
        """
        return ADJUSTMENT_SECONDS - (at - self.at) if 0 <= at - self.at <= ADJUSTMENT_SECONDS else None

    def open_at(self, at: float, value: int) -> OpenAdjustment | None:
        """Return the adjustment that one more tap would continue."""
        left = self.seconds_left(at)
        return None if left is None else OpenAdjustment(self.key, self.value_before, value, left)
