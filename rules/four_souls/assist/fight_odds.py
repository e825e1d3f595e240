"""Probability that a monster dies before its attacker if nobody intervenes (FS-68 … FS-75)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from rules.engine import Probability, Text, at
from rules.engine.record import replace
from rules.four_souls.combat.attack import attackable_monsters, open_targets
from rules.four_souls.combat.dice import roll_die
from rules.four_souls.model.effect import Target
from rules.four_souls.model.item_catalogue import replacements_of
from rules.four_souls.model.monster_abilities import abilities_of
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, Monster
from rules.four_souls.vocabulary.card_names import card_name
from rules.four_souls.vocabulary.hit_odds import hitting_faces, upcoming_roll
from rules.four_souls.vocabulary.measures import first_attack
from rules.four_souls.vocabulary.monster_triggers import find_trait, is_hit_by, is_immune_to_roll
from rules.four_souls.vocabulary.replacements import boost_replacement

from .stakes import PRIORITY_STEP

MID_FIGHT_CONDITIONS = (
    "attack", "roll", "active-roll", "hurt", "second-hurt", "hit", "deals", "life", "unhurt_turn", "hit_by", "flees",
    "fought",
)  # fmt: skip
"""Conditions of abilities that act in mid-fight; the probabilities leave them out."""
DIE_FACES = 6
ROLL_STEP = at(roll_die).name
UNREACHABLE_HITS = 10**6
"""Number of hits that is never reached, for an attack of 0."""


def fight_odds(s: FourSouls) -> tuple[Probability, ...]:
    """Return the probability that the monster falls first, in the current or each open fight."""
    if s.outcome is not None:
        return ()
    if s.combat:
        monster = next((m for m in s.fighters if m.id == s.combat), None)  # a miss against a player may cost nothing
        return tuple(_current_fight_odds(s, monster)) if monster and monster.life > 0 else ()
    targets = open_targets(s) if s.agenda[0].name == PRIORITY_STEP else ()
    open_fights = (m for m in attackable_monsters(s) if m in s.fighters and Target("monster", m.id) in targets)
    return tuple(_win_odds(s, m, next_win_chance(s, m)) for m in open_fights)


def _current_fight_odds(s: FourSouls, monster: Monster) -> Iterator[Probability]:
    """Yield the probabilities of the current fight.

    Before a roll that it hits, and at any moment of the fight that the monster falls.
    """
    step, top = s.agenda[0], s.stack.top
    if step.name == ROLL_STEP and step.args[0] == "attack":
        chance = Fraction(len(hitting_faces(s, upcoming_roll(s, s.active), monster)), DIE_FACES)
        yield Probability(
            Text("the next roll hits {monster}", monster=card_name(monster.card)), chance, "FS-72", s.active
        )
        yield _win_odds(s, monster, next_win_chance(s, monster))
    elif step.name == PRIORITY_STEP and top is None:
        yield _win_odds(s, monster, next_win_chance(s, monster))
    elif step.name == PRIORITY_STEP and top and len(s.stack.items) == 1 and top.kind in ("roll", "damage"):
        yield _win_odds(s, monster, _win_chance_after(s, monster, top))


def _win_odds(s: FourSouls, monster: Monster, chance: Fraction) -> Probability:
    text = Text("{monster} falls before {who}", monster=card_name(monster.card), who=s.seats[s.active])
    return Probability(text, chance, "FS-68", s.active, _has_mid_fight_triggers(s, monster))


def _has_mid_fight_triggers(s: FourSouls, monster: Monster) -> bool:
    crowd = [
        nature.when for m in s.monsters for nature in abilities_of(m.card.id) if m is monster or nature.when != "life"
    ]
    is_joined = any(boost.what == "join_fight" for boost in s.boosts)
    if is_joined or any(when in MID_FIGHT_CONDITIONS for when in crowd) or _is_damage_replaced(s, monster):
        return True
    return any(item.when for player in s.players for item in player.items)


def _is_damage_replaced(s: FourSouls, monster: Monster) -> bool:
    by_items = (one.event == "damage" for item in s.players[s.active].items for one in replacements_of(item))
    sides = (Target("seat", s.active), Target("monster", monster.id))
    by_boosts = (boost_replacement(boost) for boost in s.boosts if boost.target in sides)
    return any(by_items) or any(one is not None and one.event == "damage" for one in by_boosts)


# --- probability -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FightModel:
    """Life and attack of both sides, and the probabilities that a roll hits or misses.

    Life includes shields. A roll may do neither: some monsters take no damage of some rolls, or a die prevents it.
    """

    monster_life: int
    player_life: int
    player_attack: int
    monster_attack: int
    hit_chance: Fraction
    miss_chance: Fraction


def model_fight(s: FourSouls, monster: Monster, *, is_next: bool = True) -> FightModel:
    """Return the fight between the active player and that monster as it stands.

    With ``is_next`` by what the next roll is, otherwise by the later ones: items may add to a turn's first attack roll.
    """
    player, roll = s.players[s.active], upcoming_roll(s, s.active, is_next=is_next)
    attack = player.attack - (0 if is_next else first_attack(s, s.active))
    hits = hitting_faces(s, roll, monster)
    wounds = [face for face in hits if not is_immune_to_roll(s, monster, s.roll_result(replace(roll, value=face)))]
    hit = Fraction(len(wounds), DIE_FACES) * (1 - prevention_chance(s, monster, roll))
    lives = (monster.life + monster.shield, player.life + player.shield)
    return FightModel(*lives, attack, monster.attack, hit, Fraction(DIE_FACES - len(hits), DIE_FACES))


def prevention_chance(s: FourSouls, monster: Monster, roll: Item) -> Fraction:
    """Return the probability that such a roll prevents damage to the monster (FS-54)."""
    nature = find_trait(monster.card, "guarded")
    faces = nature.numbers if nature else ()
    return Fraction(
        sum(s.roll_result(replace(roll, value=face)) in faces for face in range(1, DIE_FACES + 1)), DIE_FACES
    )


def win_chance(model: FightModel) -> Fraction:
    """Return the probability that the monster falls first; 0 if neither side ever falls."""
    hits, misses = (
        _hits_needed(model.monster_life, model.player_attack),
        _hits_needed(model.player_life, model.monster_attack),
    )
    if not hits or not misses or not model.hit_chance or hits == UNREACHABLE_HITS:
        return Fraction(hits == 0)
    if misses == UNREACHABLE_HITS or not model.miss_chance:
        return Fraction(1)
    hit = model.hit_chance / (model.hit_chance + model.miss_chance)
    return sum((comb(hits - 1 + n, n) * hit**hits * (1 - hit) ** n for n in range(misses)), Fraction())


def next_win_chance(s: FourSouls, monster: Monster) -> Fraction:
    """Return the probability from the next roll on, to which items may add more."""
    now, later = model_fight(s, monster), model_fight(s, monster, is_next=False)
    if now == later:
        return win_chance(now)
    after_hit = win_chance(replace(later, monster_life=now.monster_life - now.player_attack))
    after_miss = win_chance(replace(later, player_life=now.player_life - now.monster_attack))
    neither = 1 - now.hit_chance - now.miss_chance
    return now.hit_chance * after_hit + now.miss_chance * after_miss + neither * win_chance(later)


def _hits_needed(life: int, damage: int) -> int:
    return 0 if life <= 0 else UNREACHABLE_HITS if damage <= 0 else -(-life // damage)


def _win_chance_after(s: FourSouls, monster: Monster, top: Item) -> Fraction:
    """Return the probability after a roll or combat damage on the stack that nobody changes."""
    model = model_fight(s, monster, is_next=False)
    hit = top.target.kind == "monster"
    n, face = top.amount, top.value
    if top.kind == "roll":
        face = s.roll_result(top)
        hit = bool(is_hit_by(s, monster, face))
        n = s.players[s.active].attack if hit else model.monster_attack
    if not hit:
        return win_chance(replace(model, player_life=model.player_life - n))
    n = 0 if is_immune_to_roll(s, monster, face) else n
    dodged = prevention_chance(s, monster, upcoming_roll(s, s.active, is_next=False)) if n else Fraction()
    return (1 - dodged) * win_chance(replace(model, monster_life=model.monster_life - n)) + dodged * win_chance(model)
