"""Effects of cards on players, monsters, items and the stack, and their targets."""

from dataclasses import dataclass
from typing import Literal

from rules.card_grammar import Condition

EffectKind = Literal[
    "cents", "loot", "treasure", "soul", "steal_soul", "damage", "heal", "kill", "prevent", "shield", "modify",
    "reroll", "more_damage", "cancel", "leave", "curse", "roll", "attack", "evasion", "rolls", "health", "recharge",
    "deactivate", "destroy", "steal", "trinket", "attack_again", "attack_deck", "must_attack", "monster_slot",
    "shop_slot", "room_slot", "skip_turn", "end_turn", "counter", "become_soul", "steal_loot", "steal_cents",
    "set_roll", "loot_play", "discard_hand", "times_damage", "cancel_all", "summon", "to_deck", "look", "vacate",
    "bury", "flush_shop", "bury_shop", "steal_shop", "reroll_item", "reroll_items", "trade_in", "fill_slot",
    "fill_discarded", "fill_event", "fill_room", "purchase_again", "free_item", "double_rewards", "extra_turn",
    "recharge_character", "pass_hands", "price", "fee", "forbid", "no_recharge", "shield_once", "cap_damage",
    "more_loot", "next_death", "give", "lose_item", "to_hand", "first_attack", "first_attack_rolls", "first_rolls",
    "destroy_curse", "takes_penalty", "no_souls", "copy", "use_as", "lasting", "copy_loot", "use_loot", "eternal",
    "gild", "copies_gold", "change_character", "capture", "release",
]  # fmt: skip
"""Kinds of effects.

``attack``, ``evasion``, ``rolls`` and ``health`` change a number until the turn ends (FS-50); ``shield`` prevents the
next damage, ``shield_once`` so much of the next damage alone (0: all of it), ``cap_damage`` what is above it;
``more_loot`` multiplies the loot that is drawn, ``next_death`` prevents a player's next death and ends their turn;
``give`` hands an item to its receiver, ``lose_item`` destroys one that its owner chooses, ``to_hand`` hands a card to a
player without being loot; ``destroy_curse`` discards a curse; ``copy`` makes the item a copy of another (amount 1:
until the turn ends, 2: until its owner's next turn; of a treasure of the shop too), ``use_as`` does what another does
as it is turned sideways, ``copy_loot`` copies the next loot card played this turn, which ``use_loot`` does as it is
played, ``eternal``: nobody destroys or steals the items of a player until the turn ends; ``lasting`` is an ability of
the ``card`` that acts until the turn ends; ``gild`` puts a gold counter on an item, ``change_character`` gives a player
another character; ``capture`` puts a monster under the item, ``release`` the one from there into a slot; ``leave`` ends
the fight; ``deactivate`` turns an item sideways; ``counter`` puts counters on an item; ``summon`` brings a monster into
a slot; ``to_deck`` returns a dead monster's card to the deck, at the depth of the amount; ``look`` shows something
hidden; ``vacate`` takes a monster out of its slot without killing it, or a room out of its own, ``bury`` puts the
monster under its deck; ``flush_shop`` and ``bury_shop`` do so with treasures of the shop; ``steal_shop`` takes one of
them; ``reroll_item`` destroys an item for the top treasure, ``reroll_items`` all of a player, ``trade_in`` destroys an
item for a treasure of the shop that its owner chooses; ``fill_slot`` puts the top card of the monster deck into a slot,
``fill_discarded`` a discarded monster, ``fill_event`` a card that is no monster, ``fill_room`` the top card of the room
deck; ``free_item``: the next item of the shop costs nothing this turn.

In play ``first_attack`` and ``first_attack_rolls`` change the attack and the number of the turn's first attack roll,
``first_rolls`` the number of a player's first roll of the turn; ``price`` changes the price of the shop's items for its
owner, ``fee`` that of paid effects; ``forbid``: the others play no loot and activate nothing on its owner's turn;
``no_recharge``: only its own effect turns it upright; ``takes_penalty``: its owner chooses the item that another player
destroys for a death, and gains the loot and the ¢; ``copies_gold``: it does what items with gold counters do;
``no_souls``: its player gains none.
"""

TargetKind = Literal[
    "seat", "monster", "item", "owned", "slot", "shop", "room", "me", "everyone", "others", "left", "right", "monsters",
    "idle_monsters", "some_shop", "whole_shop", "roller", "other_monsters", "blow",
    "my_left", "its_player", "death", "curse", "bystanders", "attacked", "own_items",
    "gilded",
]  # fmt: skip

UnchosenTargetKind = Literal[
    "chosen", "body", "may", "other", "most_souls", "any_monster", "any_item", "own_item", "other_item",
    "another_item", "item_of", "played", "played_at_me", "used", "same", "random_other", "idle_monster", "idle_card",
    "idle_slot", "calm_slot", "calm_room", "shop_item", "other_body", "any_curse", "named_monster", "copied_item",
    "copied_passive", "own_eternal", "copied_active", "bidder", "most_cents", "random_player",
]  # fmt: skip


DEPENDENT_KINDS = ("same", "item_of", "may", "bidder")
"""Kinds of targets that are open, but are not chosen before a die: they follow from another choice, or come late."""
CURSES_A_SEAT = 100
"""More curses than a player ever bears."""


@dataclass(frozen=True, slots=True)
class Target:
    """Target of an effect: a seat, monster, stack item or item in play by its id, or a group.

    The kind ``owned`` is an item in play, ``curse`` that of a player: ``CURSES_A_SEAT`` times the seat and its place;
    ``slot``, ``shop`` and ``room`` are a monster slot, a shop slot (−1: one that nobody tracks) and a room slot by
    their numbers.

    ``me`` is the player of the effect, ``left`` and ``right`` are the neighbours of the active player; ``everyone`` is
    each player in turn order, ``others`` each except ``me``, ``monsters`` each active monster, ``idle_monsters`` each
    that is not attacked; ``whole_shop`` are the treasures of the shop, ``some_shop`` those that ``me`` says as it
    resolves; ``roller`` is the player of the moment at which an item triggers, ``other_monsters`` are all but the
    monster of that moment, ``bystanders`` all players but ``me`` and the one of that moment, ``blow`` is the combat
    damage on top of the stack; ``my_left`` is the player on the left of ``me``, ``its_player`` the one whose item was
    chosen before, ``death`` the death of ``me`` on the stack; ``attacked`` is whichever monster is under attack, now or
    later in the turn, ``own_items`` each item of ``me`` that can be lost, ``gilded`` each with gold counters; ``deck``
    is the top of the monster deck; ``table`` is no target at all.

    Still to be chosen are a player (``chosen``), another player (``other``), one with the most souls or ¢
    (``most_souls``, ``most_cents``), a monster (``any_monster``), a player or a monster (``body``), another player or
    a monster that is not attacked (``other_body``), an item in play of anybody, oneself or others (``any_item``,
    ``own_item``, ``other_item``), one of anybody but the card itself (``another_item``), one of that player
    (``item_of``, whose id is the seat), an activated or paid effect on the stack (``used``), one of those or a loot
    card (``played``; ``played_at_me``: only what aims at an item or a roll of ``me``), another or any player drawn at
    random (``random_other``, ``random_player``), a monster, a monster or room, or a monster slot that is not attacked
    (``idle_monster``, ``idle_card``, ``idle_slot``), a slot of a monster or room while nobody attacks (``calm_slot``,
    ``calm_room``), a treasure of the shop (``shop_item``), a curse (``any_curse``), a monster with one of the ids in
    the ``card`` of the effect (``named_monster``), an item that may be copied, a passive one, an eternal one of
    oneself, or one that is turned sideways (``copied_item``, ``copied_passive``, ``own_eternal``, ``copied_active``),
    the other player who wins an auction as the effect happens (``bidder``), or an optional target (``may``). ``same``
    is the one chosen for the effect before it.
    """

    kind: TargetKind | UnchosenTargetKind | Literal["deck", "table"] = "table"
    id: int = 0


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a card on one target.

    ``amount`` is a difference where the kind has one, and ``count`` a word for a number that is worked out as the
    effect happens; ``card`` is the id of the monster that the effect brings; ``to`` is who gets what it moves. It
    happens only if the conditions ``only_if`` hold, or with ``otherwise`` if they do not; effects beside each other
    with the same conditions are decided together. The number that it changes stays ``within`` those limits, if any.

    A ``roll`` whose numbers aim at something has the ``card`` that says so, and as ``target`` and ``to`` what they aim
    at, which is chosen before the die is thrown.
    """

    kind: EffectKind
    target: Target = Target()
    amount: int = 0
    card: str = ""
    count: str = ""
    to: Target = Target()
    only_if: tuple[Condition, ...] = ()
    otherwise: bool = False
    within: tuple[int, ...] = ()
