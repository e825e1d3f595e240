"""Continuous effects of monsters and items on evasion, attack and life (FS-14, FS-71)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.engine import carries
from rules.four_souls.model.effect import Target
from rules.four_souls.model.item_catalogue import passive_sum
from rules.four_souls.model.monster_abilities import MonsterAbilityEffect, abilities_of
from rules.four_souls.model.state import FourSouls, Monster, set_monster, set_player
from rules.four_souls.vocabulary.state_changes import note_evasion, note_number_change

from .temporary import change_full_life

LIFTED_NUMBERS = ("evasion", "attack")


@carries("FS-71")
def apply_continuous_effects(s: FourSouls) -> FourSouls:
    """Update numbers of monsters and players to the continuous effects; all other changes stay."""
    for seat, player in enumerate(s.players):
        if player.attack_lift or player.full_lift or any(item.card for item in player.items):
            s = _update_player(s, seat)
    if not any(
        monster.evasion_lift or monster.attack_lift or _has_continuous_effect(monster.card.id) for monster in s.monsters
    ):
        return s
    for monster in s.monsters:
        for what in LIFTED_NUMBERS:
            s = _update_lift(s, monster, what)
    return s


@carries("FS-14")
def _update_player(s: FourSouls, seat: int) -> FourSouls:
    """Update a player's attack and life to what their items in play add now."""
    player = s.players[seat]
    attack, health = (sum(passive_sum(item, what) for item in player.items) for what in ("attack", "health"))
    if attack != player.attack_lift:
        after = max(0, player.attack + attack - player.attack_lift)
        lifted = player.attack_lift + after - player.attack
        s = set_player(s, seat, attack=after, attack_lift=lifted)
        s = note_number_change(s, "FS-14", Target("seat", seat), "attack", player.attack, after)
    if health != player.full_lift:
        s, done = change_full_life(s, "FS-14", seat, health - player.full_lift, wears_off=False)
        s = set_player(s, seat, full_lift=player.full_lift + done)
    return s


@cache
def _has_continuous_effect(card: str) -> bool:
    """Return whether the monster with that id has any continuous effect."""
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


def _active_lifts(s: FourSouls, monster: Monster) -> Iterator[MonsterAbilityEffect]:
    """Yield the continuous effects on a monster: those of the others, and its own at low life."""
    for other in s.monsters:
        for ability in abilities_of(other.card.id):
            if ability.when == "always" and other.id != monster.id:
                yield from ability.effects
    for ability in abilities_of(monster.card.id):
        if ability.when == "life" and monster.life <= ability.numbers[0]:
            yield from ability.effects
