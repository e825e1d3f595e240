"""Catalogue of items and other cards with known effects, read from their data file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import cast

from rules.engine import Name

from .catalogue import rows
from .effect import Effect, Kind, Target, Whose
from .item import Ends, Once, Owned, Pays, Whosever
from .moment import Moment

Way = tuple[Effect, ...]
"""One alternative of a card's effects; empty if none of them is tracked."""

AIMS: dict[str, Target] = {
    "": Target(),
    "roll": Target("item"),
    "stack": Target("item"),
    "this": Target("owned"),
    "fought": Target("monster"),
}
"""Words of the data file for targets that are known only as the card is played.

The other words are kinds of targets.
"""


@dataclass(frozen=True)
class ItemCard:
    """A card of the data file.

    ``activation_effects``: alternatives as it is activated or played; ``paid_effects``: each cost and its effects;
    ``trigger_effects``: alternatives as it triggers, ``is_automatic`` if nobody chooses; ``die_effects``: the effects
    of each number.
    """

    id: str
    kind: str
    name: Name
    does: tuple[Way, ...]
    paid: tuple[tuple[int, Way], ...]
    trigger: tuple[Way, ...]
    itself: bool
    die: tuple[tuple[int, Way], ...]
    owned: Owned


@cache
def item_cards() -> dict[str, ItemCard]:
    """Return every card of the data file, by id."""
    return {row["id"]: _card(row) for row in rows("items.csv")}


def _card(row: dict[str, str]) -> ItemCard:
    does, paid = _ways(row["does"]), _numbered(row["paid"])
    owned = Owned(
        0,
        row["en"],
        card=row["id"],
        activated=bool(does),
        cost=min((cost for cost, _ in paid), default=-1),
        pays=cast(Pays, row["pays"] or "cents"),
        souls=int(row["souls"]),
        ends=cast(Ends, row["ends"] or "discard"),
        when=cast(Moment, row["when"]),
        whose=cast(Whosever, row["whose"] or "mine"),
        faces=tuple(int(face) for face in row["faces"]),
        once=cast(Once, row["once"]),
    )
    trigger = row["trigger"]
    name = Name(row["es"], row["en"])
    itself = trigger.startswith("!")
    return ItemCard(
        row["id"], row["kind"], name, does, paid, _ways(trigger.lstrip("!")), itself, _numbered(row["die"]), owned
    )


def _ways(text: str) -> tuple[Way, ...]:
    return tuple(_way(way) for way in text.split("|") if way)


def _numbered(text: str) -> tuple[tuple[int, Way], ...]:
    """Parse alternatives that a number chooses: a cost, or the face of a die."""
    pairs = (part.split(">") for part in text.split("|") if part)
    return tuple((int(number), _way(way)) for number, way in pairs)


def _way(text: str) -> Way:
    return () if text == "-" else tuple(_effect(part) for part in text.split(","))


def _effect(text: str) -> Effect:
    """Parse one effect with its amount and target, such as ``modify:1@roll``."""
    what, _, aim = text.partition("@")
    kind, _, amount = what.partition(":")
    target = AIMS[aim] if aim in AIMS else Target(cast(Whose, aim))
    return Effect(cast(Kind, kind), target, int(amount or 0))


@cache
def item_names() -> dict[str, Name]:
    """Return the names in both languages, by id."""
    return {card.id: card.name for card in item_cards().values()}


@cache
def _by_name() -> dict[str, ItemCard]:
    cards = item_cards().values()
    return {text.casefold(): card for card in cards for text in (card.id, card.name.en, card.name.es)}


def known(name: str) -> ItemCard | None:
    """Return the card with that id or name, in either language; None if there is none."""
    return _by_name().get(name.strip().casefold())


def made(name: str) -> Owned:
    """Return an item with that name, with the data of a known card."""
    card = known(name)
    return card.owned if card else Owned(0, name)


@cache
def suggested() -> tuple[str, ...]:
    """Return the names to suggest where an item is named, in both languages."""
    names = (card.name for card in item_cards().values() if card.kind == "treasure")
    return tuple(dict.fromkeys(text for name in names for text in (name.es, name.en)))
