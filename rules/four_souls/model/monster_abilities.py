"""Abilities of monsters, read from the column ``does`` of the catalogue.

A cell is in the notation of ``rules.card_grammar``, with the words of this module::

    attack 1 -> times_damage:2@blow && death -> monster_slot

A moment may have faces of a die and ``if(players>=3)``. What holds ``always`` is a trait, an effect on the other
monsters, or one on itself while it has little life (``if(life<=1)``). ``dealt`` is the damage that was dealt,
``attack`` the attack of the active player. ``if(text=2)`` around effects is what lies there where the sources leave
several texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from rules.card_data import reading
from rules.card_grammar import UNKNOWN, Ability, Condition, Deed, If, Roll, Step, Way, parse_abilities

from .catalogue import MONSTERS_FILE, monster_ability_texts
from .effect import EFFECT_KINDS, TARGET_KINDS
from .item_effects import NEEDS_THREE_PLAYERS, TEXT, conditions_with_points, open_point

if TYPE_CHECKING:
    from .effect import EffectName

ABILITY_CONDITIONS = {
    "death": "it dies (from an attack roll of one of the faces)",
    "after-rewards": "it has died and its rewards have been gained",
    "other-dies": "another monster dies",
    "attack": "an attack roll on it shows one of the faces",
    "roll": "a player's roll shows one of the faces",
    "active-roll": "the active player's roll does",
    "face": "the die that it has asked for does",
    "active-hurt": "the active player takes damage",
    "start": "a turn starts",
    "end": "a turn ends",
    "enters": "it comes into a slot during a turn",
    "hurt": "it takes damage",
    "second-hurt": "it takes damage for the second, fourth … time this turn",
    "hit": "it takes combat damage (from an attack roll of one of the faces)",
    "deals": "it deals combat damage to a player",
    "declared": "an attack on it is declared",
    "fought": "an attack on it is declared, or it is turned up in an attack on the deck",
    "activation": "a player activates an item",
    "attacker-activates": "the player who attacks it does",
    "always": "as long as it is active",
    "life": "as long as it has no more life than that",
    "indomitable": "nothing but its death empties or covers its slot",
    "survivor_wins": "the active player wins if nobody else is left alive",
    "rewards_slayer": "its rewards go to whoever killed it",
    "doubled": "killed by an attack roll of that face: its rewards are doubled",
    "unhurt": "attack rolls of those faces deal it no combat damage",
    "unhurt_turn": "one of every two attack rolls on it deals it no combat damage: which one its card says",
    "hit_by": "attack rolls hit it by their faces alone: those do",
    "missed_by": "and those do not",
    "flees": "an attack on it ends after so many rolls",
    "several_dice": "players roll several dice, and whoever sits on the left picks the one that counts",
    "unattackable": "nobody can attack it",
    "would-die": "it would die, for the first time this turn: that death is prevented, and this follows",
    "outlives": "it would die: that is prevented, it gets a counter, and this follows; it turns over with so many",
    "deflects": "combat damage that it deals to the active player hits a player at random instead, with 1",
    "last_soul": "as its soul is gained, whoever has the most souls wins",
    "guarded": "before it takes damage the active player rolls: that face prevents it",
    "voted": "before it takes damage the players vote: that is prevented and hurts others, or the active player loots",
}
"""Every moment and trait that the column can contain."""

TRAITS = (
    "doubled", "unhurt", "unhurt_turn", "hit_by", "missed_by", "flees", "several_dice", "unattackable", "guarded",
    "deflects", "last_soul", "voted", "rewards_slayer", "indomitable",
    "survivor_wins",
)  # fmt: skip
"""Verbs of what is true of a monster all the time."""
WITHOUT_A_PLAYER = ("hurt", "second-hurt", "hit")
"""Moments of the monster alone, at which nobody is ``who`` or ``slayer``."""
TARGET_WORDS = ("who", "slayer", "itself", "active", "blow", "rest", "joined")
"""Words for the targets of an ability besides those that other cards use too.

The player of the moment; as it dies, the one who dealt the last damage; the monster itself; the active player; the
combat damage on the stack; the other monsters; whoever has joined the fight.
"""


@dataclass(frozen=True, slots=True)
class MonsterAbilityEffect:
    """One effect of an ability, with a target that is known only when it triggers.

    ``same_amount``: the amount is the damage that was dealt, ``by_attack``: the active player's attack; ``card``: id of
    the monster that the effect brings; ``count``: the word for an amount that is read from the card; ``only_if``: the
    text of the card that it belongs to.
    """

    kind: EffectName
    whom: str = ""
    amount: int = 0
    same_amount: bool = False
    card: str = ""
    by_attack: bool = False
    count: str = ""
    only_if: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class MonsterAbility:
    """An ability or trait of a monster.

    ``numbers`` are the faces of the die, or the life; ``needs_three_players``: it needs three players or more;
    ``at_life``: it acts only with just that life left (0: with any).
    """

    when: str
    numbers: tuple[int, ...] = ()
    needs_three_players: bool = False
    effects: tuple[MonsterAbilityEffect, ...] = ()
    at_life: int = 0

    def matches_face(self, face: int) -> bool:
        """Return whether the face is one of the ability's faces, or the ability accepts any face."""
        return not self.numbers or face in self.numbers


@cache
def abilities_of(card: str) -> tuple[MonsterAbility, ...]:
    """Return the abilities of the monster with that id; none for a card outside the catalogue."""
    text = monster_ability_texts().get(card, "")
    with reading(MONSTERS_FILE, card, "does"):
        abilities = parse_abilities(text) if text else ()
        return tuple(found for ability in abilities for found in _monster_abilities(card, ability))


def _monster_abilities(card: str, ability: Ability) -> tuple[MonsterAbility, ...]:
    """Return the ability, and those of its die.

    Raises ``ValueError`` for an unknown moment or verb.
    """
    head, (way,) = ability.head, ability.ways
    if head is None or head.kind == "activated":
        raise ValueError(f"a monster's ability begins with a moment or always, not with {head}")
    if head.kind == "always":
        return (_continuous_ability(card, head.conditions, way),)
    if head.moment not in ABILITY_CONDITIONS:
        raise ValueError(f"{head.moment!r} is no moment of monsters: {', '.join(sorted(ABILITY_CONDITIONS))}")
    needs_three_players = head.conditions == NEEDS_THREE_PLAYERS
    at_life = next((one.number for one in head.conditions if (one.measure, one.comparison) == ("life", "=")), 0)
    if head.conditions and not needs_three_players and (not at_life or head.conditions[1:]):
        raise ValueError(f"a monster's moment has no such condition: {head.conditions}")
    effects = tuple(_effects(card, way))
    if head.moment in WITHOUT_A_PLAYER and any(effect.whom in ("who", "slayer") for effect in effects):
        raise ValueError(f"{head.moment!r} has no player for who or slayer: active is the one who attacks")
    faces = (face for step in way if isinstance(step, Roll) for face in step.faces)
    return (
        MonsterAbility(head.moment, head.faces, needs_three_players, effects, at_life),
        *(MonsterAbility("face", face.numbers, effects=tuple(_effects(card, face.way))) for face in faces),
    )


def _continuous_ability(card: str, conditions: tuple[Condition, ...], way: tuple[Step, ...]) -> MonsterAbility:
    deed = way[0]
    is_crowded = conditions == NEEDS_THREE_PLAYERS
    if isinstance(deed, Deed) and deed.verb in TRAITS and (is_crowded or not conditions) and not way[1:]:
        return MonsterAbility(deed.verb, deed.amount.numbers if deed.amount else (), is_crowded)
    effects = tuple(_effects(card, way))
    if not conditions:
        return MonsterAbility("always", effects=effects)
    (condition,) = conditions
    if (condition.measure, condition.comparison) != ("life", "<="):
        raise ValueError(f"always has only a condition such as life<=2, not {condition}")
    return MonsterAbility("life", (condition.number,), effects=effects)


def _effects(card: str, way: Way) -> Iterator[MonsterAbilityEffect]:
    """Yield the effects of a way; those of one of several texts only happen if it lies there."""
    for step in way:
        if isinstance(step, If) and step.conditions[0].measure == TEXT and not step.otherwise:
            conditions = conditions_with_points(card, step.conditions)
            yield from (replace(_effect(card, inner), only_if=conditions) for inner in step.then)
        else:
            yield _effect(card, step)


def _effect(card: str, step: Step) -> MonsterAbilityEffect:
    """Return one effect. Raises ``ValueError`` for an unknown verb or target."""
    if isinstance(step, Roll):
        return MonsterAbilityEffect("roll")
    if not isinstance(step, Deed) or step.verb not in EFFECT_KINDS or not _is_target(step.target):
        raise ValueError(f"no monster knows the verb or the target of {step}")
    kind, amount = step.verb, step.amount
    if amount is None or not amount.word:
        return MonsterAbilityEffect(kind, step.target, amount.number if amount else 0)
    if amount.word == "dealt":
        return MonsterAbilityEffect(kind, step.target, same_amount=True)
    if amount.word == UNKNOWN:
        return MonsterAbilityEffect(kind, step.target, 1, count=open_point(card, kind))
    if amount.word == "attack":
        return MonsterAbilityEffect(kind, step.target, by_attack=True)
    return MonsterAbilityEffect(kind, step.target, card=amount.word)


def _is_target(word: str) -> bool:
    kind = TARGET_KINDS.get(word)
    return word in ("", *TARGET_WORDS) or (kind is not None and (kind.choices or kind.expand) is not None)
