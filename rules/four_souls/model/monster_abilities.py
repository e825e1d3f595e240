"""Abilities of monsters, parsed from the column ``does`` of the catalogue.

A cell holds clauses, ``when faces if: effects``, with `` | `` between them::

    attack 1: blow times_damage 2 | death: monster_slot

Some clauses are traits and have no effects. ``3p``: only with three players or more. An effect is ``whom kind amount``,
without ``whom`` if it has no target; the amount ``=`` is the damage that was dealt.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import get_args

from .catalogue import monster_ability_clauses
from .effect import EffectKind

ABILITY_CONDITIONS = {
    "death": "it dies",
    "after-rewards": "it has died and its rewards have been gained",
    "other-dies": "another monster dies",
    "attack": "an attack roll on it shows one of the faces",
    "roll": "a player's roll shows one of the faces",
    "active-roll": "the active player's roll does",
    "face": "the die that it has asked for does",
    "hurt": "it takes damage",
    "second-hurt": "it takes damage for the second, fourth … time this turn",
    "hit": "it takes combat damage (from an attack roll of one of the faces)",
    "deals": "it deals combat damage to a player",
    "active-hurt": "the active player takes damage",
    "declared": "an attack on it is declared",
    "activation": "a player activates an item",
    "attacker-activates": "the player who attacks it does",
    "always": "as long as it is active",
    "life": "as long as it has no more life than that",
    "doubled": "killed by an attack roll of that face: its rewards are doubled",
    "unhurt": "attack rolls of those faces deal it no combat damage",
    "unattackable": "nobody can attack it",
    "guarded": "before it takes damage the active player rolls: that face prevents it",
}
"""Every moment and trait that the column can contain."""

TARGET_WORDS = (
    "who",
    "slayer",
    "itself",
    "active",
    "blow",
    "rest",
    "chosen",
    "body",
    "may",
    "everyone",
    "others",
    "left",
    "right",
    "monsters",
)
"""Words for the targets of an ability.

The player of the moment; the one who dealt the last damage; the monster itself; the active player; the combat damage on
the stack; the other monsters; then a player, a player or a monster, or an optional target, chosen as the ability
triggers.
"""


@dataclass(frozen=True, slots=True)
class MonsterAbilityEffect:
    """One effect of an ability, with a target that is known only when it triggers.

    ``same_amount``: the amount is the damage that was dealt; ``card``: id of the monster that the effect brings.
    """

    kind: EffectKind
    whom: str = ""
    amount: int = 0
    same_amount: bool = False
    card: str = ""


@dataclass(frozen=True, slots=True)
class MonsterAbility:
    """An ability or trait of a monster.

    ``numbers`` are the faces of the die, or the life; ``needs_three_players``: it needs three players or more.
    """

    when: str
    numbers: tuple[int, ...] = ()
    needs_three_players: bool = False
    effects: tuple[MonsterAbilityEffect, ...] = ()

    def matches_face(self, face: int) -> bool:
        """Return whether the face is one of the ability's faces, or the ability accepts any face."""
        return not self.numbers or face in self.numbers


@cache
def abilities_of(card: str) -> tuple[MonsterAbility, ...]:
    """Return the abilities of the monster with that id; none for a card outside the catalogue."""
    return tuple(_parse_ability(clause) for clause in monster_ability_clauses().get(card, "").split(" | ") if clause)


def _parse_ability(clause: str) -> MonsterAbility:
    """Parse one clause. Raises ``ValueError`` for an unknown moment or trait."""
    head, _, effect_texts = clause.partition(": ")
    when, *ifs = head.split()
    if when not in ABILITY_CONDITIONS:
        raise ValueError(clause)
    numbers = tuple(int(n) for word in ifs if word != "3p" for n in word.split(","))
    return MonsterAbility(
        when, numbers, "3p" in ifs, tuple(_parse_ability_effect(text) for text in effect_texts.split(", ") if text)
    )


def _parse_ability_effect(text: str) -> MonsterAbilityEffect:
    """Parse one effect of a clause. Raises ``ValueError`` for an unknown kind of effect."""
    words = text.split()
    whom = words.pop(0) if words[0] in TARGET_WORDS else ""
    kind = next((known for known in get_args(EffectKind) if known == words[0]), None)
    if kind is None:
        raise ValueError(text)
    last = words[1] if words[1:] else "0"
    if last == "=":
        return MonsterAbilityEffect(kind, whom, same_amount=True)
    number = last.removeprefix("-").isdecimal()
    return MonsterAbilityEffect(kind, whom, int(last)) if number else MonsterAbilityEffect(kind, whom, card=last)
