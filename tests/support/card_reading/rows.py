"""Rows of the lists of facts, read and spelt out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .notation import Action, CardText, read_card


@dataclass(frozen=True)
class CardRow:
    """A card of the lists: its id in the match, its line, and the column of targets where that says more."""

    id: str
    text: CardText
    targets: str = ""
    tags: tuple[str, ...] = ()
    eternal: bool = False
    note: str = ""
    place: str = ""
    """Where it lies if it is no item: ``curse`` or ``room``."""

    @property
    def turns(self) -> bool:
        """Whether it is turned sideways for an effect."""
        return any(ability.head.kind == "tap" or ability.head.is_turned for ability in self.text.abilities)

    @property
    def is_loot(self) -> bool:
        """Whether it is played and gone."""
        return not self.text.is_trinket and self.text.abilities[0].head.kind == "play"


def row_of(fact: Mapping[str, str], id: str) -> CardRow:
    """The card of a row of the lists."""
    tags = tuple(fact["tags"].split())
    eternal = fact.get("eternal") == "y" or "eternal" in tags
    text = read_card(fact["effect"])
    abilities = tuple(replace(ability, ways=tuple(_spelt_out(ability.ways))) for ability in text.abilities)
    line = replace(text, abilities=abilities)
    return CardRow(id, line, fact["targets"], tags, eternal, fact["note"], fact.get("place", ""))


def _spelt_out(ways: tuple[tuple[Action, ...], ...]) -> Iterator[tuple[Action, ...]]:
    """The ways with a number to choose as one way each; what is taken from one and given to another is stolen."""
    for way in ways:
        if any(action.amount == "1..6" for action in way):
            for number in range(1, 7):
                yield tuple(replace(action, amount=str(number)) for action in way)
        elif any(
            (action.verb, action.whom, action.limit) == ("flush_monster", "monster", "under the deck") for action in way
        ):
            yield tuple(
                replace(action, whom="attacked") if action.verb == "flush_monster" else action for action in way
            )
        elif any(action.verb == "change_number" for action in way):
            bounds = next((action.limit.rpartition("within ")[2] for action in way), "")
            yield from (
                (Action(verb, amount, whom, limit=bounds),)
                for verb, whom in (("evasion", "monster"), ("attack", "body"), ("health", "player"))
                for amount in ("1", "-1")
            )
            yield (Action("peek", "1", "number"),)  # a number that nobody tracks
        elif any(action.amount == "0..3" for action in way):
            for count in (1, 2, 3):
                yield tuple(replace(action) for _ in range(count) for action in way)
        elif len(way) == 2 and all(action.verb == "cents" for action in way) and way[0].amount == f"-{way[1].amount}":
            yield (replace(way[0], verb="steal_cents", amount=way[1].amount),)
        else:
            yield way
