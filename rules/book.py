"""A game's rulebook: every rule and every open point in our own words, as it lies in its data file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any, TypeVar

from rules.engine import Name, State, Switch, Text, note

S = TypeVar("S", bound=State)

WHOLE = Name("El reglamento", "The rulebook")
"""The chapter of rules that stand before any."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Rules that stand together in a rulebook, by their ids, in its order."""

    title: Name
    rules: tuple[str, ...]


def chapters(rulebook: Mapping[str, Any]) -> tuple[Chapter, ...]:
    """All of a rulebook: a rule that names a chapter begins it or goes back to it, the others follow the one before."""
    rules: dict[Name, tuple[str, ...]] = {}
    title = WHOLE
    for id, entry in rulebook.items():
        title = Name(**entry["chapter"]) if "chapter" in entry else title
        rules[title] = (*rules.get(title, ()), id)
    return tuple(Chapter(title, ids) for title, ids in rules.items())


class Book:
    """The rules of one game by their ids. An open point has choices where tables differ on it, and a default."""

    def __init__(self, game: str) -> None:
        self.game = game

    @cached_property
    def entries(self) -> dict[str, Any]:
        """Rule id -> title and our own sentence in both languages; open point -> the same with its choices."""
        return tomllib.loads(files("rules").joinpath("rulebook", f"{self.game}.toml").read_text("utf-8"))

    def usual(self, id: str) -> str:
        """How an open point is played where the table has not settled it."""
        default: str = self.entries[id]["default"]
        return default

    def title(self, id: str) -> Name:
        """What an open point is about, in a few words."""
        title = self.entries[id]["title"]
        return Name(title["es"], title["en"])

    def readings(self, id: str) -> dict[str, Name]:
        """The ways in which an open point can be played, the usual one first, each in a sentence."""
        said = {key: Name(choice["es"], choice["en"]) for key, choice in self.entries[id]["choices"].items()}
        return dict(sorted(said.items(), key=lambda reading: reading[0] != self.usual(id)))

    def ruled(self, state: S, id: str, rule: str) -> S:
        """The line of the ribbon that says how the table plays an open point which decides now."""
        how = dict(state.rulings).get(id) or self.usual(id)
        text = Text("{what}: {choice}", what=self.title(id), choice=self.readings(id)[how])
        return note(state, rule, text, switch=id)

    @property
    def open_points(self) -> tuple[str, ...]:
        """The open points on which tables differ, in their order; the others say how the rules text was read."""
        return tuple(id for id, entry in self.entries.items() if "choices" in entry)

    def switches(self) -> tuple[Switch, ...]:
        """A setting for each of them."""
        return tuple(self._switch(id) for id in self.open_points)

    def _switch(self, id: str) -> Switch:
        entry = self.entries[id]
        about = Name(entry["es"].removesuffix("."), entry["en"].removesuffix("."))
        return Switch(id, about, tuple(self.readings(id).items()), "rules")
