"""Abilities of items that act at a moment, in play or until the turn ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast, get_args

from rules.card_grammar import Ability, Condition, Head, If, May, Way

from .effect import Effect
from .item import MomentOwner, UsageLimit
from .item_effects import ASKED_COUNTS, MOMENT_COUNT, EffectSequence, UnknownWordError, are_known, effects_of_way
from .moment import MomentKind

MOMENT_KINDS: tuple[str, ...] = get_args(MomentKind)
OWNERS: tuple[str, ...] = get_args(MomentOwner)

COMBAT_WORDS = {"roll": "attack", "rolled": "attack", "hurt": "combat", "deals": "combat"}
"""Word that limits a moment to a fight."""
REPEATED_ROLL = ("roll", ("same_as_last",))
"""Moment and word of a roll that shows the number of the one before it."""
IMPLIED_WORDS = {"deals": "monster", "enters": "this", "destroyed": "this", "defeated": "this"}
"""Word that says of a moment what is true of it anyway."""
IMPLIED_ARGUMENTS = {"kills": "player"}
"""Argument that says of a moment what is true of it anyway."""


@dataclass(frozen=True)
class TriggeredAbility:
    """An ability of an item that acts at a moment.

    ``whose`` moment it must be, at which ``faces`` of a die (empty: any), ``once`` a turn or game, of an attack alone
    with ``is_combat``; the ``conditions`` on its owner must hold. ``ways``: the alternatives, ``is_automatic`` if
    nobody chooses. ``is_next``: it means the next such moment alone, and the number that was said. ``is_repeated``: it
    means a roll that shows what the one before it showed.
    """

    when: MomentKind
    whose: MomentOwner = "mine"
    faces: tuple[int, ...] = ()
    once: UsageLimit = ""
    is_combat: bool = False
    conditions: tuple[Condition, ...] = ()
    ways: tuple[EffectSequence, ...] = ()
    is_automatic: bool = False
    is_next: bool = False
    is_repeated: bool = False

    @property
    def depends_on_moment(self) -> bool:
        """Whether its effects say the player or the damage of the moment."""
        effects = tuple(effect for way in self.ways for effect in way)
        return any(_is_of_moment(effect) for effect in effects)


def _is_of_moment(effect: Effect) -> bool:
    return effect.count == MOMENT_COUNT or {effect.target.kind, effect.to.kind} & {"roller", "other_monsters"} != set()


def usage_limit(head: Head) -> UsageLimit:
    """Return how often the moment counts, empty for always."""
    return cast(UsageLimit, head.limit.removeprefix("once:"))


def has_known_limit(head: Head) -> bool:
    """Return whether the rules know how often the moment counts."""
    return head.limit in ("", "once:turn", "once:game")


def triggered_ability(head: Head, ways: tuple[Way, ...]) -> TriggeredAbility:
    """Return the ability that acts at a moment.

    Raises ``UnknownWordError`` for a moment that no item has.
    """
    owner = tuple(word for word in head.words if word in OWNERS)
    others = tuple(word for word in head.words if word not in OWNERS and word != IMPLIED_WORDS.get(head.moment))
    is_known = head.moment in MOMENT_KINDS and _is_implied(head) and has_known_limit(head) and len(owner) <= 1
    is_repeated = (head.moment, others) == REPEATED_ROLL
    is_limited = others == (COMBAT_WORDS.get(head.moment),)
    if not is_known or not (is_repeated or is_limited or not others) or not are_known(head.conditions):
        raise UnknownWordError(head)
    conditions, ways = _without_if(ways)
    is_optional, ways = _without_may(ways)
    effects = tuple(map(effects_of_way, ways))
    is_optional = is_optional and not _is_amount_asked(effects)
    return TriggeredAbility(
        cast(MomentKind, head.moment),
        cast(MomentOwner, next(iter(owner), "mine")),
        head.faces,
        usage_limit(head),
        is_limited,
        (*head.conditions, *conditions),
        effects,
        len(ways) == 1 and not is_optional,
        is_repeated=is_repeated,
    )


def _is_implied(head: Head) -> bool:
    """Return whether the argument of a moment says nothing more."""
    return head.argument in ("", IMPLIED_ARGUMENTS.get(head.moment))


def _is_amount_asked(ways: tuple[EffectSequence, ...]) -> bool:
    """Return whether a player says how much it is, so that none of it can be said too."""
    return any(effect.count in ASKED_COUNTS for way in ways for effect in way)


def _without_if(ways: tuple[Way, ...]) -> tuple[tuple[Condition, ...], tuple[Way, ...]]:
    match ways:
        case ((If(conditions, then, ()),),):
            if are_known(conditions):
                return conditions, (then,)
    return (), ways


def _without_may(ways: tuple[Way, ...]) -> tuple[bool, tuple[Way, ...]]:
    """Return whether the owner may leave it, and the ways without that."""
    match ways:
        case ((May(inner),),):
            return True, inner
    return False, ways


# --- until the turn ends ------------------------------------------------------------------------------------------

LASTING_HEADS = {
    ("next", ("roll", "any", "said")): TriggeredAbility("roll", "any", is_next=True),
    ("it", ("prevents",)): TriggeredAbility("prevented", "any"),
    ("death", ("player",)): TriggeredAbility("death", "any"),
}
"""Moments that only abilities until the turn ends have, by their words."""


def lasting_ability(ability: Ability) -> TriggeredAbility:
    """Return what acts until the turn ends.

    Raises ``UnknownWordError`` where somebody would have to choose a way.
    """
    head = ability.head
    if head is None or head.kind != "moment" or len(ability.ways) != 1:
        raise UnknownWordError(ability)
    known = LASTING_HEADS.get((head.moment, head.words))
    found = replace(known, ways=(effects_of_way(ability.ways[0]),)) if known else triggered_ability(head, ability.ways)
    if found.whose != "any" or found.conditions or found.once:
        raise UnknownWordError(ability)
    return found
