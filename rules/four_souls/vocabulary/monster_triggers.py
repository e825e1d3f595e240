"""Triggers of the active monsters' abilities at a game moment (FS-36, FS-61, FS-93)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from rules.card_grammar import UNKNOWN_FACE
from rules.engine import carries
from rules.engine.record import replace
from rules.four_souls.model.catalogue import MonsterCard, monster_sets, monsters
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.moment import GameMoment
from rules.four_souls.model.monster_abilities import MonsterAbility, MonsterAbilityEffect, abilities_of
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import Boost, FourSouls, Monster

from .card_sets import card_sets

CROWD_PLAYERS = 3
"""Number of players that some abilities require."""


@carries("FS-03")
def cards_left_out(s: FourSouls) -> tuple[MonsterCard, ...]:
    """Return the cards for three players or more, with which two do not play (FS-A32)."""
    if len(s.seats) >= CROWD_PLAYERS or s.ruling("FS-A32") == "played":
        return ()
    sets = card_sets(s)
    return tuple(card for card in monsters().values() if monster_sets()[card.id] in sets and _needs_three(card))


def _needs_three(card: MonsterCard) -> bool:
    return any(ability.needs_three_players for ability in abilities_of(card.id))


@carries("FS-61")
def monster_triggers(s: FourSouls, moment: GameMoment) -> tuple[Item, ...]:
    """Return the stack items that the active monsters trigger at this moment."""
    items = (
        _ability_item(s, m.card, ability, moment, m)
        for m in s.monsters
        for ability in _matching_abilities(s, m, moment)
    )
    return tuple(item for item in items if item.effects)


@carries("FS-93")
def death_triggers(s: FourSouls, monster: Monster, when: str) -> tuple[Item, ...]:
    """Return the stack items that a monster triggers as it dies, or after its rewards."""
    moment = GameMoment("monster_death", slayer_of(s, monster), monster.id)
    items = (
        _ability_item(s, monster.card, n, moment, monster)
        for n in abilities_of(monster.card.id)
        if n.when == when and n.matches_face(monster.face)
    )
    return tuple(item for item in items if item.effects)


@carries("FS-90")
def survival(s: FourSouls, monster: Monster, death: int) -> Item | None:
    """Return what prevents a monster's first death of a turn, or each one; None if nothing does."""
    here, moment = Target("monster", monster.id), GameMoment("", s.active, monster.id)
    first, each = (find_trait(monster.card, when) for when in ("would-die", "outlives"))
    ability, mark = (each, "outlived") if each else (first, "survived")
    marks = sum((boost.what, boost.target) == (mark, here) for boost in s.boosts)
    if ability is None or (ability is first and marks):
        return None
    item = _ability_item(s, monster.card, ability, moment, monster)
    follows = [one for one in item.effects if one.kind != "turn_over" or marks + 1 >= ability.numbers[0]]
    return replace(item, effects=(Effect("prevent", Target("item", death)), Effect(mark, here), *follows))


@carries("FS-95")
def enter_triggers(s: FourSouls, monster: Monster) -> tuple[Item, ...]:
    """Return what a monster triggers as it comes into a slot in the actions of a turn."""
    if s.phase != "action":
        return ()
    moment = GameMoment("", s.active, monster.id)
    found = (ability for ability in abilities_of(monster.card.id) if ability.when == "enters")
    return tuple(_ability_item(s, monster.card, ability, moment, monster) for ability in found)


def effects_of_face(s: FourSouls, card: MonsterCard, seat: int, face: int) -> tuple[Effect, ...] | None:
    """Return a monster's effects for the face of its die.

    None for a card outside the catalogue, and for what the people say themselves.
    """
    known = [n for n in abilities_of(card.id) if n.when == "face"]
    if is_face_open(card, face):
        read = s.reading(card.id, str(face))
        if read is None or read < 0:
            return None
        return outcomes_of_face(s, card, seat)[read - 1] if read else ()
    effects = tuple(e for n in known if n.matches_face(face) for e in _face_effects(s, card, n, seat, face))
    return effects if known else None


def _face_effects(s: FourSouls, card: MonsterCard, ability: MonsterAbility, seat: int, face: int) -> Iterator[Effect]:
    moment = GameMoment("roll", seat, face=face)
    monster = next((m for m in s.monsters if m.card == card), None)
    for effect in ability.effects:
        yield from _bind_targets(s, effect, moment, monster)


def is_face_open(card: MonsterCard, face: int) -> bool:
    """Return whether no source says what that face of a monster's die does."""
    numbers = {number for ability in abilities_of(card.id) if ability.when == "face" for number in ability.numbers}
    return UNKNOWN_FACE in numbers and face not in numbers


def outcomes_of_face(s: FourSouls, card: MonsterCard, seat: int) -> tuple[tuple[Effect, ...], ...]:
    """Return what the faces of a monster's die do besides nothing."""
    found = (ability for ability in abilities_of(card.id) if ability.when == "face" and ability.effects)
    return tuple(tuple(_face_effects(s, card, ability, seat, 0)) for ability in found)


def find_trait(card: MonsterCard, when: str) -> MonsterAbility | None:
    """Return the monster's trait of that kind, if any: unhurt, unattackable, guarded, doubled."""
    return _traits(card.id).get(when)


@cache
def _traits(card: str) -> dict[str, MonsterAbility]:
    return {ability.when: ability for ability in reversed(abilities_of(card))}


def is_immune_to_roll(s: FourSouls, monster: Monster, face: int) -> bool:
    """Return whether an attack roll of that face deals the monster no combat damage.

    One deals it none in every other roll of a fight, as the table has read from its card.
    """
    ability, turn = find_trait(monster.card, "unhurt"), find_trait(monster.card, "unhurt_turn")
    if turn:
        return (len(attack_rolls(s, monster)) - 1) % 2 + 1 == s.reading(monster.card.id, "unhurt_turn")
    return ability is not None and face in ability.numbers


def attack_rolls(s: FourSouls, monster: Monster) -> tuple[int, ...]:
    """Return who has made the attack rolls on a monster in this fight, where it matters."""
    here = Target("monster", monster.id)
    return tuple([boost.by for boost in s.boosts if (boost.what, boost.target) == ("attack_roll", here)])


@carries("FS-55")
def count_attack_roll(s: FourSouls, id: int, seat: int) -> FourSouls:
    """Count an attack roll on a monster whose card counts them, or if others roll too."""
    monster = s.find_monster(id)
    if monster is None or not (joined_players(s, id) or any(find_trait(monster.card, one) for one in COUNTING)):
        return s
    return replace(s, boosts=(*s.boosts, Boost(Target("monster", id), "attack_roll", seat)))


COUNTING = ("unhurt_turn", "flees")
"""Traits that count the attack rolls of a fight."""


@carries("FS-72")
def is_hit_by(s: FourSouls, monster: Monster, face: int) -> bool | None:
    """Return whether an attack roll that counts so hits the monster.

    By its evasion, or by the faces of its card: None for one that the table has not read from it yet.
    """
    hits, misses = find_trait(monster.card, "hit_by"), find_trait(monster.card, "missed_by")
    if hits is None:
        return face >= s.evasion_of(monster)
    if face in hits.numbers or (misses and face in misses.numbers):
        return face in hits.numbers
    read = s.reading(monster.card.id, str(face))
    return read == HITS if read is not None else None


HITS = 1
"""Answer that a roll hits, where the table reads that from the card."""


@carries("FS-94")
def is_indomitable(s: FourSouls, monster: Monster | None) -> bool:
    """Return whether nothing but its death empties or covers the monster's slot."""
    return monster is not None and _holds_for_crowd(s, find_trait(monster.card, "indomitable"))


@carries("FS-95")
def coverable_slots(s: FourSouls, slots: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of the slots into which a monster can be put; all of them if it is none."""
    return tuple(slot for slot in slots if not is_indomitable(s, s.slots[slot])) or slots


@carries("FS-109")
def sole_survivor(s: FourSouls) -> int:
    """Return who wins as the only player alive, by the card of a monster; −1 for nobody."""
    dead = [player.is_dead for player in s.players]
    if dead.count(False) != 1 or dead[s.active]:
        return -1
    return s.active if any(_holds_for_crowd(s, find_trait(m.card, "survivor_wins")) for m in s.monsters) else -1


def _holds_for_crowd(s: FourSouls, trait: MonsterAbility | None) -> bool:
    return trait is not None and (len(s.seats) >= CROWD_PLAYERS or not trait.needs_three_players)


def slayer_of(s: FourSouls, monster: Monster) -> int:
    """Return the seat that dealt the last damage; the active player if it was set by hand."""
    return monster.slayer if monster.slayer >= 0 else s.active


NOBODYS_FACE = -1
"""Number recorded with damage to a monster that no player dealt: by an event, or by a monster's own effect."""


def killer_of(s: FourSouls, monster: Monster) -> int | None:
    """Return the seat that killed the monster; None where an event or a monster did."""
    return None if monster.face == NOBODYS_FACE else slayer_of(s, monster)


def combat_damage_of(s: FourSouls, monster: Monster, seat: int, face: int) -> int:
    """Return the combat damage of a missed attack roll, with what that face adds to it."""
    moment = GameMoment("roll", seat, monster.id, face, fight=True)
    found = (ability for m in s.monsters for ability in _matching_abilities(s, m, moment))
    added = [effect for ability in found for effect in ability.effects if effect.whom == "blow"]
    amount = monster.attack + sum(effect.amount for effect in added if effect.kind == "more_damage")
    for effect in added:
        amount *= effect.amount if effect.kind == "times_damage" else 1
    return amount


# --- conditions --------------------------------------------------------------------------------------------------


def _matching_abilities(s: FourSouls, monster: Monster, moment: GameMoment) -> Iterator[MonsterAbility]:
    for ability in abilities_of(monster.card.id):
        test = TRIGGER_CONDITIONS.get(ability.when)
        if (
            test
            and test(s, monster, moment)
            and ability.matches_face(moment.face)
            and ability.at_life in (0, monster.life)
            and (len(s.seats) >= CROWD_PLAYERS or not ability.needs_three_players)
        ):
            yield ability


def _is_own_damage(s: FourSouls, m: Monster, moment: GameMoment) -> bool:
    return moment.kind == "hurt" and moment.seat < 0 and moment.monster == m.id


TRIGGER_CONDITIONS: dict[str, Callable[[FourSouls, Monster, GameMoment], bool]] = {
    "other-dies": lambda s, m, now: now.kind == "monster_death" and now.monster != m.id,
    "attack": lambda s, m, now: now.kind == "roll" and now.fight and now.monster == m.id,
    "roll": lambda s, m, now: now.kind == "roll",
    "active-roll": lambda s, m, now: now.kind == "roll" and now.seat == s.active,
    "active-hurt": lambda s, m, now: now.kind == "hurt" and now.seat == s.active,
    "start": lambda s, m, now: now.kind == "start",
    "end": lambda s, m, now: now.kind == "end",
    "hurt": _is_own_damage,
    "second-hurt": lambda s, m, now: _is_own_damage(s, m, now) and m.hurts % 2 == 0,
    "hit": lambda s, m, now: _is_own_damage(s, m, now) and now.fight,
    "deals": lambda s, m, now: now.kind == "hurt" and now.seat >= 0 and now.fight and now.monster == m.id,
    "declared": lambda s, m, now: now.kind == "attack" and now.monster == m.id,
    "fought": lambda s, m, now: now.kind in ("attack", "deck_fight") and now.monster == m.id,
    "activation": lambda s, m, now: now.kind == "activation",
    "attacker-activates": lambda s, m, now: now.kind == "activation" and (now.monster, now.seat) == (m.id, s.active),
}
"""Condition of each moment; not of deaths, dice, traits and continuous effects."""


# --- targets -----------------------------------------------------------------------------------------------------


def _ability_item(
    s: FourSouls, card: MonsterCard, ability: MonsterAbility, moment: GameMoment, monster: Monster
) -> Item:
    effects = tuple(
        effect for ability_effect in ability.effects for effect in _bind_targets(s, ability_effect, moment, monster)
    )
    seat = moment.seat if ability.when == "roll" else s.active
    return Item(0, "triggered", seat, effects=effects, card=card, why=ability.when)


def _bind_targets(
    s: FourSouls, ability_effect: MonsterAbilityEffect, moment: GameMoment, monster: Monster | None
) -> Iterator[Effect]:
    amount = moment.amount if ability_effect.same_amount else ability_effect.amount
    amount = s.players[s.active].attack if ability_effect.by_attack else amount
    if ability_effect.whom == "rest":
        others = (m.id for m in s.monsters if monster is None or m.id != monster.id)
        targets = tuple(Target("monster", id) for id in others)
    elif ability_effect.whom == "joined":
        targets = joined_players(s, monster.id) if monster else ()
    else:
        target = _resolve_target(s, ability_effect.whom, moment, monster)
        targets = () if target is None else (target,)
    for target in targets:
        card, count, only_if = ability_effect.card, ability_effect.count, ability_effect.only_if
        yield Effect(ability_effect.kind, target, amount, card, count, only_if=only_if)


def joined_players(s: FourSouls, monster: int) -> tuple[Target, ...]:
    """Return the players who have joined the fight with a monster this turn."""
    found = (
        Target("seat", boost.seat) for boost in s.boosts if (boost.what, boost.target.id) == ("join_fight", monster)
    )
    return tuple(dict.fromkeys(found))


def _resolve_target(s: FourSouls, target_word: str, moment: GameMoment, monster: Monster | None) -> Target | None:
    match target_word:
        case "who" | "slayer":
            return Target("seat", moment.seat)
        case "active":
            return Target("seat", s.active)
        case "itself":
            return Target("monster", monster.id) if monster else None
        case "blow":
            return _combat_damage_target(s)
    return Target(target_word or "table")


def _combat_damage_target(s: FourSouls) -> Target | None:
    top = s.stack.top
    return Target("item", top.id) if top and top.kind == "damage" and top.target.kind == "seat" else None
