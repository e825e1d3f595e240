"""Texts for the table as data; they are translated only where they are shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Name:
    """A name or sentence that the data files hold in both languages: a monster, a rule."""

    es: str
    en: str


@dataclass(frozen=True, slots=True, init=False)
class Text:
    """An English template and its arguments; the template is the key for its translation.

    ``plural`` is the template for a count other than one, the count being the argument ``n``.
    """

    key: str
    many: str
    args: tuple[tuple[str, Shown], ...]

    def __init__(self, key: str, many: str = "", /, **args: Shown) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "many", many)
        object.__setattr__(self, "args", tuple(sorted(args.items())))

    def but(self, **said: Shown) -> Text:
        """Return the same text with other values for those arguments that it has."""
        args = dict(self.args)
        return type(self)(self.key, self.many, **{**args, **{hole: said[hole] for hole in said if hole in args}})


Shown: TypeAlias = "str | int | Name | Text"
"""Whatever a screen can show: a string such as a player's name, a number, a name, a text."""
