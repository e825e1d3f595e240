"""Catalogue of items and other cards with known effects, read from their data file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import cast

from rules.engine import Name

from .catalogue import read_rows
from .effect import Effect, EffectKind, Target, TargetKind
from .item import CostCurrency, DestructionResult, MomentOwner, Owned, UsageLimit
from .moment import MomentKind

EffectSequence = tuple[Effect, ...]
"""One alternative of a card's effects; empty if none of them is tracked."""

RELATIVE_TARGETS: dict[str, Target] = {
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
    activation_effects: tuple[EffectSequence, ...]
    paid_effects: tuple[tuple[int, EffectSequence], ...]
    trigger_effects: tuple[EffectSequence, ...]
    is_automatic: bool
    die_effects: tuple[tuple[int, EffectSequence], ...]
    owned: Owned


@cache
def item_cards() -> dict[str, ItemCard]:
    """Return every card of the data file, by id."""
    return {row["id"]: _card(row) for row in read_rows("items.csv")}


def _card(row: dict[str, str]) -> ItemCard:
    does, paid = _parse_alternatives(row["does"]), _parse_numbered(row["paid"])
    owned = Owned(
        0,
        row["en"],
        card=row["id"],
        activated=bool(does),
        cost=min((cost for cost, _ in paid), default=-1),
        pays=cast(CostCurrency, row["pays"] or "cents"),
        souls=int(row["souls"]),
        ends=cast(DestructionResult, row["ends"] or "discard"),
        when=cast(MomentKind, row["when"]),
        whose=cast(MomentOwner, row["whose"] or "mine"),
        faces=tuple(int(face) for face in row["faces"]),
        once=cast(UsageLimit, row["once"]),
    )
    trigger = row["trigger"]
    name = Name(row["es"], row["en"])
    itself = trigger.startswith("!")
    return ItemCard(
        row["id"],
        row["kind"],
        name,
        does,
        paid,
        _parse_alternatives(trigger.lstrip("!")),
        itself,
        _parse_numbered(row["die"]),
        owned,
    )


def _parse_alternatives(text: str) -> tuple[EffectSequence, ...]:
    return tuple(_parse_sequence(sequence) for sequence in text.split("|") if sequence)


def _parse_numbered(text: str) -> tuple[tuple[int, EffectSequence], ...]:
    """Parse alternatives that a number chooses: a cost, or the face of a die."""
    pairs = (part.split(">") for part in text.split("|") if part)
    return tuple((int(number), _parse_sequence(sequence)) for number, sequence in pairs)


def _parse_sequence(text: str) -> EffectSequence:
    return () if text == "-" else tuple(_parse_effect(part) for part in text.split(","))


def _parse_effect(text: str) -> Effect:
    """Parse one effect with its amount and target, such as ``modify:1@roll``."""
    what, _, aim = text.partition("@")
    kind, _, amount = what.partition(":")
    target = RELATIVE_TARGETS[aim] if aim in RELATIVE_TARGETS else Target(cast(TargetKind, aim))
    return Effect(cast(EffectKind, kind), target, int(amount or 0))


@cache
def item_names() -> dict[str, Name]:
    """Return the names in both languages, by id."""
    return {card.id: card.name for card in item_cards().values()}


@cache
def _cards_by_name() -> dict[str, ItemCard]:
    cards = item_cards().values()
    return {text.casefold(): card for card in cards for text in (card.id, card.name.en, card.name.es)}


def find_card(name: str) -> ItemCard | None:
    """Return the card with that id or name, in either language; None if there is none."""
    return _cards_by_name().get(name.strip().casefold())


def make_item(name: str) -> Owned:
    """Return an item with that name, with the data of a known card."""
    card = find_card(name)
    return card.owned if card else Owned(0, name)


@cache
def suggested_names() -> tuple[str, ...]:
    """Return the names to suggest where an item is named, in both languages."""
    names = (card.name for card in item_cards().values() if card.kind == "treasure")
    return tuple(dict.fromkeys(text for name in names for text in (name.es, name.en)))
