"""Abilities of cards that act until the turn ends (FS-50)."""

from __future__ import annotations

from rules.engine import carries
from rules.engine.record import replace
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.item_catalogue import find_played, item_cards
from rules.four_souls.model.item_effects import KEPT
from rules.four_souls.model.moment import GameMoment
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import Boost, FourSouls
from rules.four_souls.model.triggered_abilities import TriggeredAbility
from rules.four_souls.vocabulary.effect_memory import OWNER_TARGET, STACK_TARGET, bind_to_moment
from rules.four_souls.vocabulary.state_changes import queue_item

AUTOMATIC = "itself"
"""Reason of a trigger that nobody states."""


@carries("FS-14", "FS-50")
def lasting_triggers(s: FourSouls, moment: GameMoment) -> tuple[Item, ...]:
    """Return what abilities that last until the turn ends trigger at a moment."""
    found = ((boost, _ability(boost)) for boost in s.boosts if boost.what == "lasting")
    return tuple(_item(boost, ability, moment) for boost, ability in found if _is_triggered(boost, ability, moment))


def _ability(boost: Boost) -> TriggeredAbility:
    return item_cards()[boost.card].does.lasting[0]


def _is_triggered(boost: Boost, ability: TriggeredAbility, moment: GameMoment) -> bool:
    is_meant = boost.target.kind != "seat" or boost.target.id == moment.seat
    fits = (not ability.faces or moment.face in ability.faces) and (moment.fight or not ability.is_combat)
    return ability.when == moment.kind and not ability.is_next and is_meant and fits


def _item(boost: Boost, ability: TriggeredAbility, moment: GameMoment) -> Item:
    known = {OWNER_TARGET: Target("seat", boost.seat), STACK_TARGET: Target("item", moment.roll)}

    def bound(effect: Effect) -> Effect:
        effect = bind_to_moment(effect, moment)
        return replace(effect, target=known.get(effect.target, effect.target))

    effects = tuple(map(bound, ability.ways[0]))
    faces = ability.faces if moment.roll else ()
    return Item(0, "triggered", boost.seat, boost.card, effects=effects, why=AUTOMATIC, roll=moment.roll, faces=faces)


# --- the next roll -----------------------------------------------------------------------------------------------


@carries("FS-50", "FS-54")
def watch_roll(s: FourSouls, roll: int) -> FourSouls:
    """Make what waits for the next roll watch this one."""
    waiting = (boost.what == "lasting" and _ability(boost).is_next and boost.target == Target() for boost in s.boosts)
    boosts = tuple(
        replace(boost, target=Target("item", roll)) if waits else boost
        for boost, waits in zip(s.boosts, waiting, strict=True)
    )
    return replace(s, boosts=boosts) if boosts != s.boosts else s


@carries("FS-50", "FS-59")
def fire_watched_roll(s: FourSouls, roll: Item) -> FourSouls:
    """Queue what a roll was watched for, if it shows the number that was said.

    The watch is over.
    """
    watching = tuple(boost for boost in s.boosts if boost.target == Target("item", roll.id) and boost.what == "lasting")
    if not watching:
        return s
    face = s.roll_result(roll)
    s = replace(s, boosts=tuple(boost for boost in s.boosts if boost not in watching))
    for boost in watching:
        if boost.by == face:
            s = queue_item(s, _item(boost, _ability(boost), GameMoment("roll", roll.seat, face=face)))
    return s


@carries("FS-50")
def fire_copied_loot(s: FourSouls, played: Item) -> FourSouls:
    """Queue the copy of a loot card that was played, if somebody waits for one.

    A trinket is none.
    """
    card = find_played(played.name)
    boost = next((boost for boost in s.boosts if boost.what == "copy_loot"), None)
    if boost is None or (card and card.does.activations == (KEPT,)):
        return s
    boosts = list(s.boosts)
    boosts.remove(boost)
    copies = Effect("use_loot", Target("item", played.id))
    return queue_item(
        replace(s, boosts=tuple(boosts)),
        Item(0, "triggered", boost.seat, boost.card, effects=(copies,), why=AUTOMATIC),
    )


@carries("FS-48")
def fire_owed(s: FourSouls) -> FourSouls:
    """Queue what the active player owes as their turn ends."""
    who = Target("seat", s.active)
    due = tuple(boost for boost in s.boosts if (boost.what, boost.target) == ("owe_item", who))
    s = replace(s, boosts=tuple(boost for boost in s.boosts if boost not in due)) if due else s
    for boost in due:
        item = Item(0, "triggered", s.active, boost.card, effects=(Effect("lose_item", who),), why=AUTOMATIC)
        s = queue_item(s, item)
    return s


@carries("FS-50")
def fire_prevented(s: FourSouls, used: Boost) -> FourSouls:
    """Queue what a card does as its effect has prevented damage, once."""
    boost = next((b for b in s.boosts if b.what == "lasting" and b.card == used.card and _is_of_prevention(b)), None)
    if boost is None:
        return s
    boosts = list(s.boosts)
    boosts.remove(boost)
    return queue_item(replace(s, boosts=tuple(boosts)), _item(boost, _ability(boost), GameMoment("prevented")))


def _is_of_prevention(boost: Boost) -> bool:
    return _ability(boost).when == "prevented"
