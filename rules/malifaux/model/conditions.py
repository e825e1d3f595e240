"""The known conditions of models, read from their data file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from rules.card_data import CardRow, toml_rows
from rules.engine import Name

ConditionEnd = Literal["upkeep", "activation", "next_activation", "never"]
"""When it ends: in the upkeep, as the model's activation ends, as its next one begins, or only by hand."""


@dataclass(frozen=True, slots=True)
class ConditionKind:
    """A known condition.

    ``valued``: values add; ``fades``: it loses one each upkeep. ``damage`` at upkeep, None for as much as its value.
    ``cancels`` is the key of the one with which it cancels out, ``gives`` of the one that the model gets instead.
    ``again``: it allows one more activation. ``named``: the table writes a word beside it. ``effect`` says what it
    does, with ``{n}`` for its value.
    """

    key: str
    name: Name
    effect: Name
    ends: ConditionEnd
    valued: bool = False
    fades: bool = False
    damage: int | None = 0
    cancels: str = ""
    gives: str = ""
    again: bool = False
    named: bool = False

    def effect_of(self, value: int) -> Name:
        """Return what it does with that value."""
        return Name(*(text.replace("{n}", str(value)) for text in (self.effect.es, self.effect.en)))

    def damage_of(self, value: int) -> int:
        """Return the damage at upkeep with that value."""
        return value if self.damage is None else self.damage


@cache
def _rows() -> dict[str, CardRow]:
    return toml_rows("malifaux", "conditions.toml")


@cache
def condition_kinds() -> dict[str, ConditionKind]:
    """Return the known conditions by key, in the order in which they are offered."""
    return {key: _kind(key, row) for key, row in _rows().items() if not row.get("card")}


@cache
def card_conditions() -> tuple[str, ...]:
    """Return the names of conditions that single cards define, as far as the sources agree."""
    return tuple(row["en"] for row in _rows().values() if row.get("card") and row["sure"] != "low")


def _kind(key: str, row: CardRow) -> ConditionKind:
    damage = row.get("damage", 0)
    words = {word: row[word] for word in ("valued", "fades", "cancels", "gives", "again", "named") if word in row}
    return ConditionKind(
        key,
        Name(row["es"], row["en"]),
        Name(**row["effect"]),
        row["ends"],
        damage=None if damage == "value" else damage,
        **words,
    )
