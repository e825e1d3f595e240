"""Texts for the table as data; they are translated only where they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Name:
    """A name or sentence that the data files hold in both languages: a monster, a rule."""

    es: str
    en: str


@dataclass(frozen=True, init=False)
class Text:
    """An English template and its arguments; the template is the key for its translation.

    ``plural`` is the template for a count other than one, the count being the argument ``n``.
    """

    key: str
    plural: str
    args: tuple[tuple[str, Displayable], ...]

    def __init__(self, key: str, plural: str = "", /, **args: Displayable) -> None:
        fields = {"key": key, "plural": plural, "args": tuple(sorted(args.items()))}
        object.__setattr__(self, "__dict__", fields)  # all at once: texts are made for every note

    def with_args(self, **new_args: Displayable) -> Text:
        """Return the same text with other values for those arguments that it has."""
        args = dict(self.args)
        return type(self)(
            self.key, self.plural, **{**args, **{hole: new_args[hole] for hole in new_args if hole in args}}
        )


def signed(n: int) -> str:
    """Write a difference with its sign: ``+2``, ``−2``, ``+0``."""
    return f"{n:+d}".replace("-", "−")


def join_names(names: Sequence[Displayable]) -> Displayable:
    """Join names in a sentence: the last one with "and"."""
    *others, last = names
    if not others:
        return last
    first = others[0]
    for then in others[1:]:
        first = Text("{first}, {then}", first=first, then=then)
    return Text("{first} and {last}", first=first, last=last)


Displayable: TypeAlias = "str | int | Name | Text"
"""Whatever a screen can show: a string such as a player's name, a number, a name, a text."""
