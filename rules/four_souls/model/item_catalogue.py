"""Catalogue of items and other cards with known effects, read from their data file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import cast

from rules.card_grammar import Ability, Deed, Head, May, Roll, Step, Way, parse_abilities
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
    abilities = parse_abilities(row["does"]) if row["does"] else ()
    uses = tuple(way for one in abilities if _is_use(one) for way in one.ways)
    paid = tuple((one.head.cost, way) for one in abilities if one.head and one.head.cost for way in one.ways)
    heads = [one.head for one in abilities if one.head and one.head.kind == "moment"]
    triggered = tuple(way for one in abilities if one.head in heads for way in one.ways)
    is_optional, ways = _without_may(triggered)
    moment = heads[0] if heads else Head("moment")
    owned = Owned(
        0,
        row["en"],
        card=row["id"],
        activated=bool(uses),
        cost=min((cost.amount.number for cost, _ in paid), default=-1),
        pays=cast(CostCurrency, next((cost.kind for cost, _ in paid), "cents")),
        souls=int(row["souls"]),
        ends=cast(DestructionResult, row["ends"] or "discard"),
        when=cast(MomentKind, moment.moment),
        whose=cast(MomentOwner, next(iter(moment.words), "mine")),
        faces=moment.faces,
        once=cast(UsageLimit, moment.limit.removeprefix("once:")),
    )
    return ItemCard(
        row["id"],
        row["kind"],
        Name(row["es"], row["en"]),
        tuple(map(_effects, uses)),
        tuple((cost.amount.number, _effects(way)) for cost, way in paid),
        tuple(map(_effects, ways)),
        bool(ways) and not is_optional,
        tuple(effects for way in (*uses, *ways) for effects in _die_effects(way)),
        owned,
    )


def _is_use(ability: Ability) -> bool:
    """Return whether the ability is that of a played card, or of an item that is turned sideways."""
    return ability.head is None or ability.head.is_tapped


def _without_may(ways: tuple[Way, ...]) -> tuple[bool, tuple[Way, ...]]:
    """Return whether its owner may leave it, and the ways without that."""
    match ways:
        case ((May(inner),),):
            return True, inner
    return False, ways


def _effects(way: Way) -> EffectSequence:
    """Return the tracked effects of a way."""
    return tuple(_effect(step) for step in way if step != UNTRACKED)


UNTRACKED = Deed("peek")
"""What only shows or sorts cards that nobody tracks."""


def _effect(step: Step) -> Effect:
    """Return one effect with its amount and target. Raises ``ValueError`` for what no item does yet."""
    if isinstance(step, Roll):
        return Effect("roll")
    if not isinstance(step, Deed):
        raise ValueError(step)
    target = RELATIVE_TARGETS.get(step.target) or Target(cast(TargetKind, step.target))
    return Effect(cast(EffectKind, step.verb), target, step.amount.number if step.amount else 0)


def _die_effects(way: Way) -> Iterator[tuple[int, EffectSequence]]:
    """Yield each number of the die that is rolled with its effects."""
    for step in way:
        for face in step.faces if isinstance(step, Roll) else ():
            yield from ((number, _effects(face.way)) for number in face.numbers)


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
