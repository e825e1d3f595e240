"""What the table reads, as data: translated only where it is shown, in that reader's language."""

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
    """An English template and what fills it; the template is the key of the catalogue.

    ``many`` is the template for a count other than one, the count being the argument ``n``.
    """

    key: str
    many: str
    args: tuple[tuple[str, Shown], ...]

    def __init__(self, key: str, many: str = "", /, **args: Shown) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "many", many)
        object.__setattr__(self, "args", tuple(sorted(args.items())))

    def but(self, **said: Shown) -> Text:
        """The same text with something else in those of its holes that it has."""
        args = dict(self.args)
        return type(self)(self.key, self.many, **{**args, **{hole: said[hole] for hole in said if hole in args}})


Shown: TypeAlias = "str | int | Name | Text"
"""Whatever a screen can show: plain words (a player's name), a number, a name of the data, a text."""
