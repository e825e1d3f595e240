"""Abilities and marks of items and loot, compiled from the notation of the data files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeGuard, cast, get_args

from rules.card_grammar import (
    UNKNOWN,
    Ability,
    Amount,
    Condition,
    Cost,
    Deed,
    Face,
    Head,
    If,
    May,
    Roll,
    Step,
    UntilEnd,
    Way,
)

from .catalogue import MonsterCard
from .effect import EFFECT_KINDS, FORMS_IN_PLAY, TARGETS, Effect
from .item import CostCurrency, MomentOwner, UsageLimit
from .item_effects import (
    ASKED_COUNTS,
    KEPT,
    MOMENT_COUNT,
    EffectSequence,
    UnknownWordError,
    amount_and_count,
    are_known,
    effects_of_way,
    is_lasting,
    is_untracked,
)
from .moment import MomentKind
from .replacement import Replacement, replacements_in
from .triggered_abilities import TriggeredAbility, has_known_limit, lasting_ability, triggered_ability, usage_limit

STATABLE_MOMENTS = (
    "start", "end", "rolled", "roll", "hurt", "death", "penalty", "monster_death", "attack", "loot", "activation",
    "gain_cents", "gain_loot", "gain_item", "loot_step",
)  # fmt: skip
"""Moments that a table can say of an item of its own; a known card is marked with the first of them that it has."""
STATABLE_OWNERS = {"mine", "any"}

DIE_SIDES = 6
CURRENCIES: tuple[str, ...] = get_args(CostCurrency)


@dataclass(frozen=True)
class ItemMarks:
    """How an item is used and when it triggers, as printed; the fields are those of ``Owned``."""

    activated: bool = False
    cost: int = -1
    pays: CostCurrency = "cents"
    when: MomentKind = ""
    whose: MomentOwner = "mine"
    faces: tuple[int, ...] = ()
    once: UsageLimit = ""


@dataclass(frozen=True)
class Payment:
    """An effect that is paid for.

    Its ``cost``, its ``effects``, whether the item is turned sideways with it, and the conditions on its player.
    """

    cost: Cost
    effects: EffectSequence = ()
    is_tapped: bool = False
    only_if: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Rivalry:
    """How players may be attacked: at that evasion, any or only those with more souls.

    ``has_spoils``: the item that one pays for dying this turn goes to whoever attacked.
    """

    evasion: int
    is_for_any: bool = False
    has_spoils: bool = False


@dataclass(frozen=True)
class ItemAbilities:
    """What a card does.

    ``activations``: alternatives as it is activated or played; ``payments``: effects that are paid for; ``triggers``:
    what it does at a moment; ``by_die``: the effects of each number of its die; ``passive``: what it adds to numbers as
    long as it is in play; ``replaces``: what it changes in damage, gains and losses before they happen;
    ``lasting``: what acts until the turn ends once it was used; ``bodies``: the numbers with which it can be attacked
    if ``attackable_if`` holds; ``rivals``: how its owner may attack players.
    """

    activations: tuple[EffectSequence, ...] = ()
    payments: tuple[Payment, ...] = ()
    triggers: tuple[TriggeredAbility, ...] = ()
    by_die: tuple[tuple[int, EffectSequence], ...] = ()
    passive: EffectSequence = ()
    replaces: tuple[Replacement, ...] = ()
    lasting: tuple[TriggeredAbility, ...] = ()
    bodies: tuple[MonsterCard, ...] = ()
    rivals: tuple[Rivalry, ...] = ()
    attackable_if: tuple[Condition, ...] = ()


# --- marks -------------------------------------------------------------------------------------------------------


def marks_of(abilities: tuple[Ability, ...]) -> ItemMarks:
    """Return what is printed on the item, as far as a table could say it too.

    Use, price and first moment.
    """
    heads = [one.head for one in abilities if one.head]
    costs = [head.cost for head in heads if head.cost and _is_statable_cost(head.cost)]
    moment = next((head for head in heads if head.kind == "moment" and _is_statable_moment(head)), Head("moment"))
    return ItemMarks(
        activated=any(head.is_tapped for head in heads),
        cost=min((cost.amount.number for cost in costs), default=-1),
        pays=cast(CostCurrency, costs[0].kind if costs else "cents"),
        when=cast(MomentKind, moment.moment),
        whose=cast(MomentOwner, next(iter(moment.words), "mine")),
        faces=moment.faces,
        once=usage_limit(moment),
    )


def _is_statable_cost(cost: Cost) -> bool:
    return cost.kind in CURRENCIES and not cost.is_minimum and not cost.thing


def _is_statable_moment(head: Head) -> bool:
    is_limited = bool(head.argument or head.conditions or head.words[1:])
    return (
        head.moment in STATABLE_MOMENTS
        and set(head.words) <= STATABLE_OWNERS
        and not is_limited
        and has_known_limit(head)
    )


# --- effects -----------------------------------------------------------------------------------------------------


def compile_item(abilities: tuple[Ability, ...]) -> ItemAbilities:
    """Return what the card does. Raises ``UnknownWordError`` for anything that no item does yet."""
    is_kept, replaces = any(one.is_trinket for one in abilities), map(replacements_in, abilities)
    replacements = tuple(one for found in replaces for one in found)
    abilities = tuple(one for one in abilities if not replacements_in(one))
    uses = tuple(way for one in abilities for way in one.ways if _is_use(one))
    played = tuple(effects_of_way(way) for use in uses for way in _branches(use))
    return ItemAbilities(
        (KEPT,) if is_kept else played,
        tuple(_payment(one.head, way) for one in abilities if one.head and one.head.cost for way in one.ways),
        tuple(triggered_ability(one.head, one.ways) for one in abilities if one.head and one.head.kind == "moment"),
        tuple(dict.fromkeys(found for one in abilities for way in one.ways for found in _by_die(way))),
        tuple(_passive(one.head, step) for one in abilities for step in _passive_steps(one)),
        replacements,
        tuple(lasting_ability(step.ability) for one in abilities for way in one.ways for step in _until_end_steps(way)),
        tuple(_body(step) for one in abilities for way in one.ways for step in way if _is_attackable(step)),
        tuple(_rivalry(step) for one in abilities for way in one.ways for step in way if _is_attack(step)),
        tuple(condition for one in abilities for condition in _body_conditions(one)),
    )


BODY = re.compile(r"(\d+|\?) life, evasion (\d|\?), attack (\d+|\?)(?:, reward (?:cents:(\d+)|loot:(\d+)))?")
"""Numbers of an item or room that can be attacked; the table reads those from it that no source states."""


def _body_conditions(ability: Ability) -> tuple[Condition, ...]:
    is_of_body = ability.head and any(_is_attackable(step) for way in ability.ways for step in way)
    conditions = ability.head.conditions if ability.head and is_of_body else ()
    if not are_known(conditions):
        raise UnknownWordError(ability)
    return conditions


def _is_attackable(step: Step) -> TypeGuard[Deed]:
    return isinstance(step, Deed) and (step.verb, step.target) == ("attackable", "this")


def _body(step: Deed) -> MonsterCard:
    found = BODY.fullmatch(step.limit)
    if found is None:
        raise UnknownWordError(step)
    known = (int(number) if number and number != UNKNOWN else 0 for number in found.groups())
    life, evasion, attack, cents, loot = known
    return MonsterCard(hp=life, evasion=evasion, attack=attack, cents=cents, loot=loot)


RIVAL = re.compile(r"(more souls than you, )?evasion (\d)(, spoils)?")
"""Which players can be attacked, and at which evasion."""


def _is_attack(step: Step) -> TypeGuard[Deed]:
    return isinstance(step, Deed) and (step.verb, step.target) == ("attack_player", "other")


def _rivalry(step: Deed) -> Rivalry:
    found = RIVAL.fullmatch(step.limit)
    if found is None:
        raise UnknownWordError(step)
    return Rivalry(int(found[2]), not found[1], bool(found[3]))


def _until_end_steps(way: Way) -> Iterator[UntilEnd]:
    for step in way:
        if is_lasting(step):
            yield step
        inner = step.ways if isinstance(step, May) else (step.then, step.otherwise) if isinstance(step, If) else ()
        for part in inner:
            yield from _until_end_steps(part)


def _is_use(ability: Ability) -> bool:
    """Return whether it is that of a played card, or of an item that is only turned sideways."""
    return ability.head is None or (ability.head.is_tapped and ability.head.cost is None)


COSTS = (
    ("cents", "", ""), ("counters", "", ""), ("loot", "", ""), ("hp", "", ""), ("goals", "", ""),
    ("destroy", "this", ""), ("destroy", "own_item", ""), ("give", "own_item", "other"),
)  # fmt: skip
"""What can be paid, of what, and to whom."""


def _payment(head: Head, way: Way) -> Payment:
    cost = head.cost
    if cost is None or (cost.kind, cost.thing, cost.receiver) not in COSTS or not are_known(head.conditions):
        raise UnknownWordError(cost)
    return Payment(cost, effects_of_way(way), head.is_tapped, head.conditions)


def _passive_steps(ability: Ability) -> Iterator[Step]:
    if ability.head and ability.head.kind == "always":
        yield from (step for way in ability.ways for step in way if not _is_stated_elsewhere(step))


def _is_stated_elsewhere(step: Step) -> bool:
    """Return whether the step changes no number by itself."""
    return is_untracked(step) or _is_attackable(step) or _is_attack(step)


def _passive(head: Head | None, step: Step) -> Effect:
    if not isinstance(step, Deed) or (step.verb, step.target, step.limit) not in FORMS_IN_PLAY:
        raise UnknownWordError(step)
    kind, conditions = FORMS_IN_PLAY[step.verb, step.target, step.limit], head.conditions if head else ()
    is_fitting = not conditions if EFFECT_KINDS[kind].is_plain else step.amount is not None and are_known(conditions)
    if not is_fitting:
        raise UnknownWordError(step)
    amount, count = amount_and_count(step.amount)
    if count == MOMENT_COUNT or count in ASKED_COUNTS:
        raise UnknownWordError(step)
    return Effect(kind, TARGETS[step.target], amount, count=count, only_if=conditions)


def _branches(way: Way) -> tuple[Way, ...]:
    """Return the ways of a use that ends with what may be left, or with a number to choose.

    One for each.
    """
    match way:
        case (*before, May(inner)):
            return (*((*before, *more) for more in inner), tuple(before))
        case (*before, Deed("say", Amount(numbers=numbers)) as said, UntilEnd() as last):
            return tuple((*before, replace(said, amount=Amount((number,))), last) for number in numbers)
        case (*before, Deed(amount=Amount(numbers=(_, _, *_) as numbers, word="")) as last):
            return tuple((*before, replace(last, amount=Amount((number,)))) for number in numbers)
    return (way,)


FACE_LIMITS: dict[str, Callable[[int], Condition]] = {
    "fewer than counters": lambda number: Condition("counters", ">", str(number)),
}
"""Condition for each number of a die that the notation describes instead of naming it."""


def _by_face(face: Face) -> Iterator[tuple[int, EffectSequence]]:
    if not face.limit:
        yield from ((number, effects_of_way(face.way)) for number in face.numbers)
        return
    if face.limit not in FACE_LIMITS:
        raise UnknownWordError(face)
    for number in range(1, DIE_SIDES + 1):
        condition = FACE_LIMITS[face.limit](number)
        yield number, effects_of_way((If((condition,), face.way, ()),))


def _by_die(way: Way) -> Iterator[tuple[int, EffectSequence]]:
    for step in way:
        for face in step.faces if isinstance(step, Roll) else ():
            yield from _by_face(face)
        if isinstance(step, May):
            for inner in step.ways:
                yield from _by_die(inner)
