"""Triggering of monsters' and items' abilities at a game moment (FS-36, FS-61)."""

from __future__ import annotations

from rules.engine import at, auto, carries, then
from rules.engine.record import replace
from rules.four_souls.model.cards_beside import index_players
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import find_room, index_items
from rules.four_souls.model.moment import GameMoment, MomentKind
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import Boost, FourSouls, set_owned
from rules.four_souls.vocabulary.monster_triggers import monster_triggers, survival
from rules.four_souls.vocabulary.state_changes import queue_item
from rules.four_souls.vocabulary.target_choice import death_of

from .item_triggers import item_triggers, mark_triggered, own_triggers
from .lasting import lasting_triggers
from .read_card import points_of, read_off

GAIN_MOMENTS: dict[str, MomentKind] = {"cents": "gain_cents", "loot": "gain_loot", "treasures": "gain_item"}
"""Moment at which a number of a player is gained."""


@carries("FS-14")
def fire_gain(s: FourSouls, seat: int, what: str, by: int, source: int = 0) -> FourSouls:
    """Trigger what reacts to a gain; a loss, a gift and a theft trigger nothing."""
    return fire_triggers(s, GameMoment(GAIN_MOMENTS[what], seat, amount=by, source=source)) if by > 0 else s


@carries("FS-14")
def fire_own_moments(s: FourSouls) -> FourSouls:
    """Queue what items trigger that have come into play or were destroyed."""
    for seat, player in enumerate(s.players) if index_players(s.players).is_entering else ():
        for o in index_items(player.items).entering:
            s = _queue(set_owned(s, o.id, is_entering=False), own_triggers(s, seat, o, "enters"))
    for gone in s.destroyed:
        s = _queue(s, own_triggers(s, gone.seat, gone.item, "destroyed"))
    return replace(s, destroyed=()) if s.destroyed else s


@auto("FS-105")
def enter_room(s: FourSouls, slot: int) -> FourSouls:
    """Trigger what a room does as it is turned up.

    One of the set-up triggers as the first turn starts. The numbers with which it can be attacked are asked for.
    """
    name = s.rooms[slot] if slot < len(s.rooms) else None
    card = find_room(name) if name else None
    if card is None:
        return s
    s = s if s.phase == "setup" else fire_room(s, card.owned)
    points = points_of(card.id) if card.does.bodies else ()
    return then(s, *(at(read_off, s.active, *point) for point in points if s.reading(*point) is None))


def fire_room(s: FourSouls, room: Owned) -> FourSouls:
    """Queue what a room does as it is turned up."""
    return _queue(s, own_triggers(s, s.active, room, "enters"))


def _queue(s: FourSouls, items: tuple[Item, ...]) -> FourSouls:
    for item in items:
        s = queue_item(s, item)
    return s


def fire_triggers(s: FourSouls, moment: GameMoment) -> FourSouls:
    """Queue everything that triggers at this moment for the stack, monsters first."""
    for item in monster_triggers(s, moment):
        s = queue_item(s, item)
    for item in item_triggers(s, moment):
        s = mark_triggered(queue_item(s, item), item)
    for item in lasting_triggers(s, moment):
        s = queue_item(s, item)
    return s


@carries("FS-90", "FS-92")
def fire_survival(s: FourSouls, death: Item) -> FourSouls:
    """Queue what prevents the death of a monster that has just been put on the stack."""
    monster = s.find_monster(death.target.id)
    found = survival(s, monster, death.id) if monster else None
    return queue_item(s, found) if found else s


@carries("FS-82", "FS-90")
def fire_would_die(s: FourSouls, seat: int) -> FourSouls:
    """Queue what reacts to a death that has just been put on the stack.

    It lies above the death.

    Only what prevents or cancels the death saves its player: healing does not.
    """
    s = fire_triggers(s, GameMoment("would_die", seat))
    waiting = next((b for b in s.boosts if (b.target, b.what) == (Target("seat", seat), "next_death")), None)
    return _prevent_next_death(s, seat, waiting) if waiting else s


def _prevent_next_death(s: FourSouls, seat: int, waiting: Boost) -> FourSouls:
    """Queue the effect of this turn that prevents the death.

    On the player's own turn it ends everything.
    """
    effects: tuple[Effect, ...] = (Effect("prevent", death_of(s, seat)),)
    if seat == s.active:
        effects += (Effect("cancel_all"), Effect("end_turn"))
    boosts = list(s.boosts)
    boosts.remove(waiting)
    return queue_item(replace(s, boosts=tuple(boosts)), Item(0, "triggered", seat, waiting.card, effects=effects))
