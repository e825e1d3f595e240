"""Syntax tree of what a card does.

It says how the words of a card stand together, not what they mean: each game brings its own verbs, moments, measures
and targets, and refuses the ones that it does not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

HeadKind: TypeAlias = Literal["activated", "always", "moment"]
"""When an ability acts: as somebody uses it, as long as the card is in play, or at a moment."""
Comparison: TypeAlias = Literal["=", ">=", "<=", ">", "<"]
UNKNOWN = "?"
"""Word for a number that no source states."""
UNKNOWN_FACE = 0
"""Stands for the numbers of a die that no source states."""


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount: a number, numbers, or a word for what the table works out.

    ``numbers``: one number; several where they are listed (``1,6``) or may be chosen (``1..3``). ``word``: ``hand``,
    ``dealt``, ``-all``, ``?``. ``is_factor``: it multiplies (``x2``). ``per`` and ``word``: for each full ``per`` of
    that measure (``1 per 6 energy``).
    """

    numbers: tuple[int, ...] = ()
    word: str = ""
    is_factor: bool = False
    per: int = 0

    @property
    def number(self) -> int:
        """The number, 0 where there is none."""
        return self.numbers[0] if self.numbers else 0


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition: a measure compared with a number or a word.

    Without comparison it is a plain fact.
    """

    measure: str
    comparison: Comparison = "="
    value: str = ""

    @property
    def number(self) -> int:
        """The number with which the measure is compared. Raises ``ValueError`` if it is a word."""
        return int(self.value)


@dataclass(frozen=True, slots=True)
class Cost:
    """A cost.

    What is paid (``cents``, ``counters``, ``loot``, ``destroy``…), how much of it, and of what.

    ``receiver``: who gets what is given. ``is_minimum``: that much or more is paid.
    """

    kind: str
    amount: Amount = Amount((1,))
    thing: str = ""
    receiver: str = ""
    is_minimum: bool = False


@dataclass(frozen=True, slots=True)
class Head:
    """When an ability acts, and what it costs.

    Activated: ``is_tapped`` turns the card sideways, and ``cost`` is paid. At a moment: ``moment`` with its
    ``argument`` (``would_gain:cents``), the ``words`` that limit it (``mine``, ``attack``), the ``faces`` of a die, and
    its ``limit`` (``once:turn``). All ``conditions`` must hold.
    """

    kind: HeadKind
    is_tapped: bool = False
    cost: Cost | None = None
    moment: str = ""
    argument: str = ""
    words: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()
    limit: str = ""
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Deed:
    """A verb with its amount and target; ``receiver``: who gets it, ``limit``.

    Which targets are meant.

    ``is_instead``: it replaces what would happen.
    """

    verb: str
    amount: Amount | None = None
    target: str = ""
    receiver: str = ""
    limit: str = ""
    is_instead: bool = False


@dataclass(frozen=True, slots=True)
class May:
    """What its player may do, or leave: one of several ways."""

    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class If:
    """What is done if all conditions hold, and what otherwise."""

    conditions: tuple[Condition, ...]
    then: Way
    otherwise: Way = ()


@dataclass(frozen=True, slots=True)
class UntilEnd:
    """An ability that holds until the turn ends."""

    ability: Ability


@dataclass(frozen=True, slots=True)
class Face:
    """Numbers of a die, and what they do; ``limit``: the numbers that the table works out."""

    numbers: tuple[int, ...]
    way: Way
    limit: str = ""


@dataclass(frozen=True, slots=True)
class Roll:
    """A die that is rolled, ``times`` times; a number that no face names does nothing.

    ``target``: the players who each roll one.
    """

    faces: tuple[Face, ...]
    times: int = 1
    target: str = ""


Step: TypeAlias = Deed | May | If | UntilEnd | Roll
"""One step of a way."""
Way: TypeAlias = tuple[Step, ...]
"""What is done, in this order."""


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability of a card: when it acts, and the ways of which one is chosen.

    Without a ``head`` it acts as the card is played. ``is_trinket``: the card stays in play from then on.
    """

    head: Head | None
    ways: tuple[Way, ...]
    is_trinket: bool = False
