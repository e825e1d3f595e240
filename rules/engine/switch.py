"""Switches: the settings on which tables differ."""

from __future__ import annotations

from dataclasses import dataclass

from .text import Name, Text


@dataclass(frozen=True, slots=True)
class Switch:
    """A setting on which tables differ: its id, its subject, and the choices, the default first."""

    key: str
    title: Text | Name
    choices: tuple[tuple[str, Text | Name], ...]
    group: str = "rule"


ON_OFF = (("on", Text("on")), ("off", Text("off")))
"""The choices of a switch that is on by default."""
OFF_ON = ON_OFF[::-1]
