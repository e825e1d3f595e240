"""A game's rulebook: every rule and open point in our own words, loaded from its data file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any, TypeVar

from rules.engine import Name, State, Switch, Text, note

S = TypeVar("S", bound=State)

DEFAULT_CHAPTER_TITLE = Name("El reglamento", "The rulebook")
"""Title of the rules that stand before the first chapter."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of a rulebook: its title and the ids of its rules, in order."""

    title: Name
    rules: tuple[str, ...]


def chapters(rulebook: Mapping[str, Any]) -> tuple[Chapter, ...]:
    """Split a rulebook into chapters.

    A rule with a ``chapter`` begins that chapter or continues it; a rule without one belongs to that of the rule
    before.
    """
    rules: dict[Name, tuple[str, ...]] = {}
    title = DEFAULT_CHAPTER_TITLE
    for id, entry in rulebook.items():
        title = Name(**entry["chapter"]) if "chapter" in entry else title
        rules[title] = (*rules.get(title, ()), id)
    return tuple(Chapter(title, ids) for title, ids in rules.items())


class Rulebook:
    """The rules of one game by id.

    An open point, a point on which the rules text is unclear, has choices where tables differ on it, and a default.
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self._ruling_texts: dict[tuple[str, str], Text] = {}

    @cached_property
    def entries(self) -> dict[str, Any]:
        """Rule id -> title and sentence in both languages; open point -> the same with its choices."""
        return tomllib.loads(files("rules").joinpath("rulebook", f"{self.game}.toml").read_text("utf-8"))

    def default_choice(self, id: str) -> str:
        """Return the default choice of an open point."""
        default: str = self.entries[id]["default"]
        return default

    def title(self, id: str) -> Name:
        """Return the short title of an open point."""
        title = self.entries[id]["title"]
        return Name(title["es"], title["en"])

    def readings(self, id: str) -> dict[str, Name]:
        """Return the choices of an open point, each as a sentence, the default first."""
        sentences = {key: Name(choice["es"], choice["en"]) for key, choice in self.entries[id]["choices"].items()}
        return dict(sorted(sentences.items(), key=lambda reading: reading[0] != self.default_choice(id)))

    def note_ruling(self, state: S, id: str, rule: str) -> S:
        """Add a note that says how the table plays an open point, where it decides something."""
        return self.apply_ruling(state, id, rule)[0]

    def apply_ruling(self, state: S, id: str, rule: str) -> tuple[S, str]:
        """Note how the table plays an open point that decides now; return the state and the choice."""
        choice = dict(state.rulings).get(id) or self.default_choice(id)
        text = self._ruling_texts.get((id, choice))
        if text is None:
            text = Text("{what}: {choice}", what=self.title(id), choice=self.readings(id)[choice])
            self._ruling_texts[id, choice] = text
        return note(state, rule, text, switch=id, kind="ruling"), choice

    @property
    def open_points(self) -> tuple[str, ...]:
        """The ids of the open points on which tables differ, in order.

        The other open points only document how the rules text was read.
        """
        return tuple(id for id, entry in self.entries.items() if "choices" in entry)

    def switches(self) -> tuple[Switch, ...]:
        """Return a switch for each open point."""
        return tuple(self._switch(id) for id in self.open_points)

    def _switch(self, id: str) -> Switch:
        entry = self.entries[id]
        about = Name(entry["es"].removesuffix("."), entry["en"].removesuffix("."))
        return Switch(id, about, tuple(self.readings(id).items()), "rules")
