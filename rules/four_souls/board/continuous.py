"""Continuous effects of monsters and items on evasion, attack and life (FS-14, FS-71)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.engine import carries
from rules.engine.record import replace
from rules.four_souls.model.cards_beside import cards_beside, index_players, rooms_in_play
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.item_catalogue import passive_effects
from rules.four_souls.model.monster_abilities import MonsterAbilityEffect, abilities_of
from rules.four_souls.model.state import Boost, FourSouls, Monster, set_monster, set_player
from rules.four_souls.vocabulary.measures import first_attack, passive_total, passives_now
from rules.four_souls.vocabulary.state_changes import note_evasion, note_number_change

from .temporary import change_full_life

LIFTED_NUMBERS = ("evasion", "attack")
"""Numbers of a monster to which continuous effects add, besides its full life."""
EVERY_MONSTER = Target("monsters")
"""Target of what is added to the full life of all monsters, as long as it is."""


@carries("FS-71")
def apply_continuous_effects(s: FourSouls) -> FourSouls:
    """Update numbers of monsters and players to the continuous effects; all other changes stay."""
    adding = [k for k in range(len(s.players)) if _has_passives(s, k)] if s.rooms else index_players(s.players).adding
    for seat, player in enumerate(s.players):
        if player.attack_lift or player.full_lift or seat in adding:
            s = _update_player(s, seat)
    if s.play_lift or s.attacks_lift or s.active in adding:
        s = _update_turn_lifts(s)
    monsters = s.monsters
    lifted = [m for m in monsters if m.evasion_lift or m.attack_lift or _has_continuous_effect(m.card.id)]
    has_cards = s.active in adding or bool(s.players[s.active].curses or s.rooms)
    has_boosts = bool(s.boosts) and (any(_lifts_of_attacked(s)) or s.monsters_lift)
    if not lifted and not has_boosts and not (has_cards and any(_lifts_of_cards(s))):
        return s
    for monster in monsters:
        for what in LIFTED_NUMBERS:
            s = _update_lift(s, monster, what)
    return _update_full_life(s)


def _has_passives(s: FourSouls, seat: int) -> bool:
    cards = (*s.players[seat].items, *cards_beside(s, seat), *rooms_in_play(s))
    return any(map(passive_effects, cards))


@carries("FS-14")
def _update_player(s: FourSouls, seat: int) -> FourSouls:
    player = s.players[seat]
    attack = passive_total(s, seat, "attack") + first_attack(s, seat)
    health = passive_total(s, seat, "health")
    if attack != player.attack_lift:
        after = max(0, player.attack + attack - player.attack_lift)
        lifted = player.attack_lift + after - player.attack
        s = set_player(s, seat, attack=after, attack_lift=lifted)
        s = note_number_change(s, "FS-14", Target("seat", seat), "attack", player.attack, after)
    if health != player.full_lift:
        s, done = change_full_life(s, "FS-14", seat, health - player.full_lift, wears_off=False)
        s = set_player(s, seat, full_lift=player.full_lift + done)
    return s


@carries("FS-14", "FS-44", "FS-78")
def _update_turn_lifts(s: FourSouls) -> FourSouls:
    is_open = s.phase == "action"
    plays, attacks = (passive_total(s, s.active, what) * is_open for what in ("loot_play", "attack_again"))
    if plays != s.play_lift:
        s = replace(s, loot_plays=max(0, s.loot_plays + plays - s.play_lift), play_lift=plays)
    if attacks != s.attacks_lift:
        s = replace(s, attacks=max(0, s.attacks + attacks - s.attacks_lift), attacks_lift=attacks)
    return s


@cache
def _has_continuous_effect(card: str) -> bool:
    return any(ability.when in ("always", "life") for ability in abilities_of(card))


def _update_lift(s: FourSouls, monster: Monster, what: str) -> FourSouls:
    before, lifted = getattr(monster, what), getattr(monster, f"{what}_lift")
    wanted = sum(effect.amount for effect in _active_lifts(s, monster) if effect.kind == what)
    if wanted == lifted:
        return s
    after = max(0, before + wanted - lifted)
    lift = set_monster(s, monster.id, **{what: after, f"{what}_lift": lifted + after - before})
    if what == "evasion":
        return note_evasion(lift, "FS-71", s, monster.id)
    return note_number_change(lift, "FS-71", Target("monster", monster.id), what, before, after)


def _update_full_life(s: FourSouls) -> FourSouls:
    """Change the full life of all monsters, and their life with it unless it is 0."""
    wanted = sum(effect.amount for effect in _lifts_of_cards(s) if effect.kind == "health")
    more = wanted - s.monsters_lift
    if not more:
        return s
    kept = tuple(boost for boost in s.boosts if boost.target != EVERY_MONSTER)
    lift = (Boost(EVERY_MONSTER, "health", wanted),) if wanted else ()
    s = replace(s, boosts=(*kept, *lift))
    for monster in s.all_monsters:
        raised = monster.life + more if more > 0 else min(monster.life, s.full_life(monster))
        life = raised if monster.life else 0
        s = set_monster(s, monster.id, life=life)
        if s.find_monster(monster.id) is not None:
            s = note_number_change(s, "FS-71", Target("monster", monster.id), "life", monster.life, life)
    return s


def _lifts_of_cards(s: FourSouls) -> Iterator[Effect]:
    """Yield what the active player's items and curses, and the rooms, do to every monster."""
    for item in (*s.players[s.active].items, *cards_beside(s, s.active)):
        yield from (effect for effect in passives_now(s, s.active, item) if effect.target.kind == "monsters")


@carries("FS-50")
def _lifts_of_attacked(s: FourSouls) -> Iterator[Effect]:
    """Yield what holds until the turn ends for whichever monster is attacked."""
    for boost in s.boosts:
        if boost.target.kind == "attacked" and boost.what in ("evasion", "attack"):
            yield Effect(boost.what, boost.target, boost.by)


def _active_lifts(s: FourSouls, monster: Monster) -> Iterator[MonsterAbilityEffect | Effect]:
    """Yield the continuous effects on a monster.

    They are those of the others and of cards, and its own at low life.
    """
    yield from _lifts_of_cards(s)
    if monster.id == s.combat:
        yield from _lifts_of_attacked(s)
    for other in s.monsters:
        for ability in abilities_of(other.card.id):
            if ability.when == "always" and other.id != monster.id:
                yield from ability.effects
    for ability in abilities_of(monster.card.id):
        if ability.when == "life" and monster.life <= ability.numbers[0]:
            yield from ability.effects
