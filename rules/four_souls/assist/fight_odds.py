"""Probability that a monster dies before its attacker if nobody intervenes (FS-68 … FS-75)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from rules.engine import Odd, Text, at
from rules.engine.record import replace
from rules.four_souls.combat.attack import attackable, may_attack
from rules.four_souls.combat.dice import roll_die
from rules.four_souls.model.monster_abilities import natures
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, Monster
from rules.four_souls.vocabulary.card_names import card_name
from rules.four_souls.vocabulary.hit_odds import coming, hitting
from rules.four_souls.vocabulary.monster_triggers import trait, unhurt_by

from .stakes import PRIORITY

ACTS = ("attack", "roll", "active-roll", "hurt", "second-hurt", "hit", "deals", "active-hurt", "life")
"""Conditions of abilities that act in mid-fight; the probabilities leave them out."""
FACES = 6
ROLL = at(roll_die).name
NEVER = 10**6
"""Number of hits that is never reached, for an attack of 0."""


def likely(s: FourSouls) -> tuple[Odd, ...]:
    """Return the probability that the monster falls first, in the current or each open fight."""
    if s.outcome is not None:
        return ()
    if s.combat:
        monster = s.monster(s.combat)
        return tuple(_fought(s, monster)) if monster and monster.life > 0 else ()
    free = s.agenda[0].name == PRIORITY and may_attack(s) and (s.attacks or s.forced)
    return tuple(_falls(s, m, first(fight(s, m))) for m in attackable(s)) if free else ()


def _fought(s: FourSouls, monster: Monster) -> Iterator[Odd]:
    """Yield the probabilities of the current fight.

    Before a roll that it hits, and at any moment of the fight that the monster falls.
    """
    step, top = s.agenda[0], s.stack.top
    now = fight(s, monster)
    if step.name == ROLL and step.args[0] == "attack":
        chance = Fraction(len(hitting(s, coming(s, s.active), monster)), FACES)
        yield Odd(Text("the next roll hits {monster}", monster=card_name(monster.card)), chance, "FS-72", s.active)
        yield _falls(s, monster, first(now))
    elif step.name == PRIORITY and top is None:
        yield _falls(s, monster, first(now))
    elif step.name == PRIORITY and top and len(s.stack.items) == 1 and top.kind in ("roll", "damage"):
        yield _falls(s, monster, _after(s, monster, now, top))


def _falls(s: FourSouls, monster: Monster, chance: Fraction) -> Odd:
    text = Text("{monster} falls before {who}", monster=card_name(monster.card), who=s.seats[s.active])
    return Odd(text, chance, "FS-68", s.active, _acts(s, monster))


def _acts(s: FourSouls, monster: Monster) -> bool:
    """Return whether an ability or item in play may act in the middle of the fight."""
    crowd = [nature.when for m in s.monsters for nature in natures(m.card.id) if m is monster or nature.when != "life"]
    return any(when in ACTS for when in crowd) or any(item.when for player in s.players for item in player.items)


# --- probability -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fight:
    """Life and attack of both sides, and the probabilities that a roll hits or misses.

    Life includes shields. A roll may do neither: some monsters take no damage of some rolls, or a die prevents it.
    """

    monster: int
    player: int
    strike: int
    blow: int
    hit: Fraction
    miss: Fraction


def fight(s: FourSouls, monster: Monster) -> Fight:
    """Return the fight between the active player and that monster as it stands."""
    player, roll = s.players[s.active], coming(s, s.active)
    hits = hitting(s, roll, monster)
    wounds = [face for face in hits if not unhurt_by(monster.card, s.result(replace(roll, value=face)))]
    hit = Fraction(len(wounds), FACES) * (1 - prevented(s, monster))
    lives = (monster.life + monster.shield, player.life + player.shield)
    return Fight(*lives, player.attack, monster.attack, hit, Fraction(FACES - len(hits), FACES))


def prevented(s: FourSouls, monster: Monster) -> Fraction:
    """Return the probability that a die prevents damage to the monster (FS-54)."""
    nature, roll = trait(monster.card, "guarded"), coming(s, s.active)
    faces = nature.numbers if nature else ()
    return Fraction(sum(s.result(replace(roll, value=face)) in faces for face in range(1, FACES + 1)), FACES)


def first(f: Fight) -> Fraction:
    """Return the probability that the monster falls first; 0 if neither side ever falls."""
    hits, misses = _blows(f.monster, f.strike), _blows(f.player, f.blow)
    if not hits or not misses or not f.hit or hits == NEVER:
        return Fraction(hits == 0)
    if misses == NEVER or not f.miss:
        return Fraction(1)
    hit = f.hit / (f.hit + f.miss)
    return sum((comb(hits - 1 + n, n) * hit**hits * (1 - hit) ** n for n in range(misses)), Fraction())


def _blows(life: int, damage: int) -> int:
    """Return how many hits of that damage take that life."""
    return 0 if life <= 0 else NEVER if damage <= 0 else -(-life // damage)


def _after(s: FourSouls, monster: Monster, f: Fight, top: Item) -> Fraction:
    """Return the probability after a roll or combat damage on the stack that nobody changes."""
    hit = top.target.kind == "monster"
    n, face = top.amount, top.value
    if top.kind == "roll":
        face = s.result(top)
        hit = face >= monster.evasion
        n = f.strike if hit else f.blow
    if not hit:
        return first(replace(f, player=f.player - n))
    n = 0 if unhurt_by(monster.card, face) else n
    dodged = prevented(s, monster) if n else Fraction()
    return (1 - dodged) * first(replace(f, monster=f.monster - n)) + dodged * first(f)
