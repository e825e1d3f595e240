"""Game moments at which abilities trigger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.engine.record import fills_at_once

MomentKind = Literal[
    "", "start", "end", "rolled", "roll", "hurt", "death", "penalty", "monster_death", "attack", "loot", "activation",
    "gain_cents", "gain_loot", "gain_item", "loot_step", "deals", "purchase", "enters", "destroyed", "would_die",
    "prevented", "kills", "attack_deck", "deck_fight", "defeated",
]  # fmt: skip
"""Kinds of moments.

Never (empty); a player's turn starts or ends; a die lies on the stack; a roll counts; somebody is hurt; a player dies;
the death penalty is paid; a monster dies; an attack is declared; loot is played; an item is activated; ¢, loot or
items are gained, which a gift, a payment or a theft is not; the turn's loot card is about to be drawn; a player deals a
monster damage; an item is bought; an item comes into play, or is destroyed; a
player's death lies on the stack; an effect of the turn has prevented damage; a player kills another one;
an attack on the monster deck is declared, or its card lies in a slot and the fight begins; an item or room that was
attacked has no life left.
"""


@fills_at_once
@dataclass(frozen=True)
class GameMoment:
    """A game moment with its player, monster, die ``face`` and amount of damage.

    ``seat`` is the player whose turn it is, who rolled, was hurt, died, killed, attacks, played or gained; −1 where
    only the monster was hurt. ``fight``: it was an attack roll or combat damage; ``roll``: id of the die on the stack;
    ``source``: id of the item in play whose effect it is, which does not trigger itself;
    ``is_repeated``: the roll shows what the same player's roll before it in this turn showed.
    """

    kind: MomentKind
    seat: int = -1
    monster: int = 0
    face: int = 0
    amount: int = 0
    fight: bool = False
    roll: int = 0
    source: int = 0
    is_repeated: bool = False
