"""Effects and marks of items and loot, compiled from the notation of the data files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import cast, get_args

from rules.card_grammar import Ability, Amount, Condition, Cost, Deed, Head, If, May, Roll, Step, Way

from .effect import Effect, EffectKind, Target
from .item import CostCurrency, MomentOwner, UsageLimit
from .moment import MomentKind

EffectSequence = tuple[Effect, ...]
"""One alternative of a card's effects; empty if none of them is tracked."""

TARGETS: dict[str, Target] = {
    "": Target(),
    "roll": Target("item"),
    "stack": Target("item"),
    "this": Target("owned"),
    "fought": Target("monster"),
    "player": Target("chosen"),
    "most_souls": Target("most_souls"),
    "other": Target("other"),
    "same": Target("same"),
    "body": Target("body"),
    "monster": Target("any_monster"),
    "item": Target("any_item"),
    "own_item": Target("own_item"),
    "other_item": Target("other_item"),
    "activated,paid": Target("used"),
    "activated,paid,loot": Target("played"),
    "me": Target("me"),
    "everyone": Target("everyone"),
    "others": Target("others"),
    "monsters": Target("monsters"),
}
"""Targets by their words in the data files.

``this``, ``me``, ``roll``, ``stack`` and ``fought`` are known as the card is used; the others are groups, or chosen.
"""
UNTRACKED_VERB = "peek"
"""Verb of what only shows or sorts cards that nobody tracks."""
EFFECT_KINDS: tuple[str, ...] = get_args(EffectKind)
MOMENT_KINDS: tuple[str, ...] = get_args(MomentKind)
OWNERS: tuple[str, ...] = get_args(MomentOwner)
CURRENCIES: tuple[str, ...] = get_args(CostCurrency)


KEPT: EffectSequence = (Effect("trinket", Target("me")),)
"""What a loot card does that stays in play."""


class UnknownWordError(ValueError):
    """A word, or a use of one, that the rules of items do not know yet."""


@dataclass(frozen=True)
class ItemMarks:
    """What is printed on an item besides its effects, in the fields of ``Owned``."""

    activated: bool = False
    cost: int = -1
    pays: CostCurrency = "cents"
    when: MomentKind = ""
    whose: MomentOwner = "mine"
    faces: tuple[int, ...] = ()
    once: UsageLimit = ""


@dataclass(frozen=True)
class ItemAbilities:
    """What a card does.

    ``activations``: alternatives as it is activated or played; ``payments``: each cost and its effects; ``triggered``:
    alternatives as it triggers if the ``conditions`` on its owner hold, ``is_automatic`` if nobody chooses; ``by_die``:
    the effects of each number of its die; ``passive``: what it adds to its owner's numbers as long as it is in play.
    """

    activations: tuple[EffectSequence, ...] = ()
    payments: tuple[tuple[int, EffectSequence], ...] = ()
    triggered: tuple[EffectSequence, ...] = ()
    is_automatic: bool = False
    by_die: tuple[tuple[int, EffectSequence], ...] = ()
    conditions: tuple[Condition, ...] = ()
    passive: EffectSequence = ()


# --- marks -------------------------------------------------------------------------------------------------------


def marks_of(abilities: tuple[Ability, ...]) -> ItemMarks:
    """Return what is printed on the item, as far as its words are known.

    Use, price and first moment.
    """
    heads = [one.head for one in abilities if one.head]
    costs = [head.cost for head in heads if head.cost and _is_known_cost(head.cost)]
    moment = next((head for head in heads if head.kind == "moment" and _is_known_moment(head)), Head("moment"))
    return ItemMarks(
        activated=any(head.is_tapped for head in heads),
        cost=min((cost.amount.number for cost in costs), default=-1),
        pays=cast(CostCurrency, costs[0].kind if costs else "cents"),
        when=cast(MomentKind, moment.moment),
        whose=cast(MomentOwner, next(iter(moment.words), "mine")),
        faces=moment.faces,
        once=cast(UsageLimit, moment.limit.removeprefix("once:")),
    )


def _is_known_cost(cost: Cost) -> bool:
    return cost.kind in CURRENCIES and not cost.is_minimum and not cost.thing


def _is_known_moment(head: Head) -> bool:
    """Return whether the rules notice that moment with all its limits."""
    return (
        head.moment in MOMENT_KINDS
        and not head.argument
        and not head.conditions
        and len(head.words) <= 1
        and all(word in OWNERS for word in head.words)
        and head.limit in ("", "once:turn", "once:game")
    )


# --- effects -----------------------------------------------------------------------------------------------------


def compile_item(abilities: tuple[Ability, ...]) -> ItemAbilities:
    """Return what the card does. Raises ``UnknownWordError`` for anything that no item does yet."""
    uses = tuple(way for one in abilities for way in one.ways if _is_use(one))
    triggers = [one for one in abilities if one.head and one.head.kind == "moment"]
    if len(triggers) > 1:
        raise UnknownWordError("a second moment")
    if any(one.head and not _is_known_moment(one.head) for one in triggers):
        raise UnknownWordError(triggers[0].head)
    conditions, ways = _without_if(tuple(way for one in triggers for way in one.ways))
    is_optional, triggered = _without_may(ways)
    played = tuple(_effects(way) for use in uses for way in _branches(use))
    return ItemAbilities(
        (KEPT,) if any(one.is_trinket for one in abilities) else played,
        tuple(_payment(one.head, way) for one in abilities if one.head and one.head.cost for way in one.ways),
        tuple(map(_effects, triggered)),
        len(triggered) == 1 and not is_optional,
        tuple(found for one in abilities for way in one.ways for found in _by_die(way)),
        conditions,
        tuple(_passive(one.head, step) for one in abilities for step in _passive_steps(one)),
    )


def _is_use(ability: Ability) -> bool:
    """Return whether it is that of a played card, or of an item that is only turned sideways."""
    return ability.head is None or (ability.head.is_tapped and ability.head.cost is None)


def _payment(head: Head, way: Way) -> tuple[int, EffectSequence]:
    cost = head.cost
    if cost is None or head.is_tapped or not _is_known_cost(cost):
        raise UnknownWordError(cost)
    return cost.amount.number, _effects(way)


PASSIVE_LIMITS = {"attack": "", "health": "", "rolls": "attack rolls"}
"""What an item in play may add to, and the limit that the notation must give: rolls are changed only in attacks."""


def _passive_steps(ability: Ability) -> Iterator[Step]:
    """Yield the steps of an ability that holds as long as the item is in play."""
    if ability.head and ability.head.kind == "always":
        yield from (step for way in ability.ways for step in way)


def _passive(head: Head | None, step: Step) -> Effect:
    is_known = isinstance(step, Deed) and step.verb in PASSIVE_LIMITS and step.limit == PASSIVE_LIMITS[step.verb]
    if not isinstance(step, Deed) or not is_known or step.target != "me" or not _is_plain(step.amount):
        raise UnknownWordError(step)
    if step.amount is None or (head and head.conditions):
        raise UnknownWordError(step)
    return Effect(cast(EffectKind, step.verb), Target("me"), step.amount.number)


MEASURES = ("hand", "cents")
"""What a condition may ask about the owner of an item."""


def _without_if(ways: tuple[Way, ...]) -> tuple[tuple[Condition, ...], tuple[Way, ...]]:
    """Return the conditions on the owner of a triggering item, and the ways without them."""
    match ways:
        case ((If(conditions, then, ()),),):
            if all(condition.measure in MEASURES and condition.value.isdigit() for condition in conditions):
                return conditions, (then,)
    return (), ways


def _without_may(ways: tuple[Way, ...]) -> tuple[bool, tuple[Way, ...]]:
    """Return whether the owner may leave it, and the ways without that."""
    match ways:
        case ((May(inner),),):
            return True, inner
    return False, ways


def _branches(way: Way) -> tuple[Way, ...]:
    """Return the ways of a use that ends with what may be left, or with a number to choose.

    One for each.
    """
    match way:
        case (*before, May(inner)):
            return (*((*before, *more) for more in inner), tuple(before))
        case (*before, Deed(amount=Amount(numbers=(_, _, *_) as numbers, word="")) as last):
            return tuple((*before, replace(last, amount=Amount((number,)))) for number in numbers)
    return (way,)


def _effects(way: Way) -> EffectSequence:
    """Return the tracked effects of a way."""
    return tuple(_effect(step) for step in way if not _is_untracked(step))


def _is_untracked(step: Step) -> bool:
    return isinstance(step, Deed) and step.verb == UNTRACKED_VERB


def _effect(step: Step) -> Effect:
    if isinstance(step, Roll) and step.times == 1:
        return Effect("roll")
    if not isinstance(step, Deed) or step.verb not in EFFECT_KINDS or step.target not in TARGETS:
        raise UnknownWordError(step)
    if step.limit or step.receiver or step.is_instead or not _is_plain(step.amount):
        raise UnknownWordError(step)
    return Effect(cast(EffectKind, step.verb), TARGETS[step.target], step.amount.number if step.amount else 0)


def _is_plain(amount: Amount | None) -> bool:
    """Return whether the amount is one number."""
    return amount is None or (len(amount.numbers) == 1 and not (amount.word or amount.is_factor or amount.per))


def _by_die(way: Way) -> Iterator[tuple[int, EffectSequence]]:
    """Yield each number of the die that is rolled with its effects."""
    for step in way:
        for face in step.faces if isinstance(step, Roll) else ():
            if face.limit:
                raise UnknownWordError(face)
            yield from ((number, _effects(face.way)) for number in face.numbers)
        if isinstance(step, May):
            for inner in step.ways:
                yield from _by_die(inner)
