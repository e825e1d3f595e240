"""Resolution of the top of the stack, by kind of item (FS-32)."""

from __future__ import annotations

from collections.abc import Callable

from rules import stack
from rules.engine import Choice, Prompt, Template, Text, asks, at, auto, carries, note, then
from rules.engine.record import replace
from rules.four_souls.board.bonus_souls import resolve_bonus_soul
from rules.four_souls.board.decks import discard_played, discard_unkept_event, is_kept, resolve_rebuild
from rules.four_souls.board.purchase import resolve_purchase, resolve_shop_refill
from rules.four_souls.board.rooms import resolve_room_refill
from rules.four_souls.board.slots import resolve_refill, turn_up_next
from rules.four_souls.combat.attack import resolve_attack, resolve_damage
from rules.four_souls.combat.damage import resolve_held_damage
from rules.four_souls.combat.death import (
    resolve_monster_card,
    resolve_monster_death,
    resolve_penalty,
    resolve_player_death,
    resolve_rewards,
)
from rules.four_souls.combat.dice import resolve_roll
from rules.four_souls.model.cards_beside import find_acting_card, rooms_in_play
from rules.four_souls.model.catalogue import RULEBOOK
from rules.four_souls.model.effect import Target
from rules.four_souls.model.events import Told
from rules.four_souls.model.moment import GameMoment
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import Boost, FourSouls, set_owned, set_player
from rules.four_souls.triggers.card_question import tell
from rules.four_souls.triggers.item_triggers import AUTOMATIC, OWNER_DECIDES
from rules.four_souls.triggers.read_card import read_off, unread_point
from rules.four_souls.triggers.replaced import LOOT_STEP_RULE, receive
from rules.four_souls.triggers.targeting import choose_targets, needs_target
from rules.four_souls.triggers.trigger import fire_triggers
from rules.four_souls.vocabulary.card_names import display_name, item_name
from rules.four_souls.vocabulary.card_text import known_card_text
from rules.four_souls.vocabulary.consequence_text import effects_text, look_task, looks_of_item
from rules.four_souls.vocabulary.effect_memory import (
    is_untracked_card,
    remember_effects,
    retarget_effects,
    trigger_effects,
)
from rules.four_souls.vocabulary.effect_templates import make_effects_hole
from rules.four_souls.vocabulary.measures import as_read
from rules.four_souls.vocabulary.shop import DECK
from rules.four_souls.vocabulary.target_choice import DECLARED_KINDS, aimed_ways, is_cancelled, is_condition_met

from .effect_actions import apply_effects


@auto("FS-24", "FS-25", "FS-27", "FS-31", "FS-32")
def resolve_top(s: FourSouls) -> FourSouls:
    """Resolve the top item and remove it; the active player receives priority.

    What its card leaves open is read from it first, and targets that are still missing are chosen.
    """
    item = s.stack.items[-1]
    point = unread_point(s, item)
    if point:
        return then(s, at(read_off, item.seat, *point), resolve_top)
    effects = as_read(s, item.effects)
    if effects is not item.effects:
        item = replace(item, effects=effects)
        s = replace(s, stack=stack.replace_item(s.stack, item))
    if needs_target(item):
        s = RULEBOOK.note_ruling(s, "FS-A1", "FS-26")
        return choose_targets(then(s, resolve_top), item.id)
    if item.kind == "roll":  # it leaves with its number, before what it leads to takes its place
        s = resolve_roll(replace(s, stack=stack.remove(s.stack, item.id)), item)
        return replace(s, stack=stack.give_priority(s.stack, s.active))
    s = replace(s, stack=stack.give_priority(stack.remove(s.stack, item.id), s.active))
    return RESOLVERS[item.kind](s, item)


@carries("FS-26", "FS-34")
def resolve_card(s: FourSouls, item: Item) -> FourSouls:
    """Apply the declared effects, or ask for them if they are chosen on resolution (FS-A1).

    Then a loot card is discarded, unless what it does keeps it.
    """
    s = _apply_card(s, item) if is_condition_met(s, item) else note_condition_failed(s, item)
    return s if is_kept(item) else discard_played(s, "FS-34", item)


def _apply_card(s: FourSouls, item: Item) -> FourSouls:
    s = _note_look(s, item)
    if item.why in (OWNER_DECIDES, AUTOMATIC):
        return resolve_item_trigger(s, item)
    if not _is_told_late(s, item):
        return apply_effects(s, item)
    s = RULEBOOK.note_ruling(s, "FS-A1", "FS-26")
    return then(s, at(tell, item.seat, item.name, 0))


def _note_look(s: FourSouls, item: Item) -> FourSouls:
    """Note what hidden cards somebody looks at, as a task: nobody tracks them."""
    for card, look in () if is_cancelled(s, item) else looks_of_item(s, item):
        task = look_task(look, card)
        text = Text("{who}: {what}", who=s.seats[item.seat], what=task)
        s = note(s, "FS-34", text, seat=item.seat, task=task)
    return s


def _is_told_late(s: FourSouls, item: Item) -> bool:
    late = s.ruling("FS-A1") == "resolve" and item.kind in DECLARED_KINDS
    return late and not item.effects and not is_untracked_card(s, item.name)


@carries("FS-20", "FS-95")
def resolve_non_monster(s: FourSouls, item: Item) -> FourSouls:
    """Apply the effects of a non-monster card, which is then discarded unless it stays."""
    s = _apply_before_next(_note_look(s, item), item)
    return s if is_kept(item) else discard_played(s, "FS-20", item)


def resolve_effect(s: FourSouls, item: Item) -> FourSouls:
    """Apply what a die or a copied card led to, with what it lets somebody look at."""
    return discard_unkept_event(_apply_before_next(_note_look(s, item), item), "FS-20", item)


def _apply_before_next(s: FourSouls, item: Item) -> FourSouls:
    """Apply the effects; only a die that they throw comes before the next card of its slot."""
    throws = any(effect.kind in ("roll", "roll_each") for effect in item.effects) and not is_cancelled(s, item)
    return apply_effects(s, item) if throws else apply_effects(turn_up_next(s, item.slot), replace(item, slot=-1))


@carries("FS-43")
def resolve_loot_1(s: FourSouls, item: Item) -> FourSouls:
    """Draw the turn's loot card."""
    return receive(s, LOOT_STEP_RULE, item.seat, "loot", 1)


@carries("FS-45")
def resolve_tap(s: FourSouls, item: Item) -> FourSouls:
    """Give a player one loot play this turn for a character turned on its own (FS-A17)."""
    s = set_player(s, item.seat, plays=s.players[item.seat].plays + 1)
    return note(s, "FS-45", Text("{who} may play a loot card", who=s.seats[item.seat]))


def _resolve_purchase(s: FourSouls, item: Item) -> FourSouls:
    s, is_gained = resolve_purchase(s, item)
    if not is_gained:
        return s
    if item.why != DECK and rooms_in_play(s):  # some ask at the end of the turn whether anything was
        s = replace(s, boosts=(*s.boosts, Boost(Target(), "bought", 1)))
    s = receive(s, "FS-64", item.seat, "treasures", 1, name=item.name)
    return fire_triggers(s, GameMoment("purchase", item.seat))


# --- items that triggered ----------------------------------------------------------------------------------------


@carries("FS-103")
def note_condition_failed(s: FourSouls, item: Item) -> FourSouls:
    """Note that the condition does not hold; nothing else happens."""
    return note(s, "FS-103", Text("{item}: its condition does not hold any more", item=item_name(s, item)))


def resolve_item_trigger(s: FourSouls, item: Item) -> FourSouls:
    """Apply an item's automatic effect, or ask its owner for the effects."""
    if item.why == AUTOMATIC:
        return apply_effects(s, item)
    s = replace(s, asking=item if item.ability or item.cause else None)
    return then(s, at(say, item.seat, item.source, item.name, item.roll))


def say_prompt(s: FourSouls, seat: int, source: int, name: str, roll: int) -> Prompt:
    """Ask for the effects of an item that triggered.

    Those of last time or of its data are offered, where the targets are clear.
    """
    effects_hole, found = make_effects_hole(s), find_acting_card(s, seat, source, name)
    ability, cause = (s.asking.ability, s.asking.cause) if s.asking else (0, None)
    alternatives = trigger_effects(found[1], ability) if found else ()
    aims = tuple(
        way
        for effects in alternatives
        if (aims := retarget_effects(s, seat, source, effects, effects_hole, roll, cause=cause))
        for way in aimed_ways(s, seat, aims)
        if way
    )
    usual = (Choice(effects_text(s, way), Template(Told(way)), role="default", seat=seat) for way in aims)
    other = Choice(Text("Say what it does"), Template(Told(()), (effects_hole,)), role="option", seat=seat)
    nothing = Choice(
        Text("Nothing the app tracks"), Template(Told(())), role="option" if aims else "default", seat=seat
    )
    title = Text("{item} goes off: what does it do?", item=display_name(name) or Text("an item"))
    return Prompt((seat,), title, "FS-14", (*usual, other, nothing), known_card_text(name), Text("Effect"))


@asks("FS-14", prompt=say_prompt)
def say(s: FourSouls, event: Told, seat: int, source: int, name: str, roll: int) -> FourSouls:
    """Apply the effects and store them in the item for the next time."""
    s = replace(s, asking=None)
    if event.effects:
        s = set_owned(s, source, did=remember_effects(s, seat, source, event.effects))
    return apply_effects(s, Item(0, "triggered", seat, name, effects=event.effects, source=source))


# --- by kind -----------------------------------------------------------------------------------------------------

RESOLVERS: dict[str, Callable[[FourSouls, Item], FourSouls]] = {
    "loot": resolve_card,
    "activated": resolve_card,
    "paid": resolve_card,
    "triggered": resolve_card,
    "tap": resolve_tap,
    "bonus_soul": resolve_bonus_soul,
    "rebuild": resolve_rebuild,
    "effect": resolve_effect,
    "purchase": _resolve_purchase,
    "attack": resolve_attack,
    "damage": resolve_damage,
    "held": resolve_held_damage,
    "monster_death": resolve_monster_death,
    "monster_card": resolve_monster_card,
    "rewards": resolve_rewards,
    "refill": resolve_refill,
    "room": resolve_card,
    "room_refill": resolve_room_refill,
    "shop_refill": resolve_shop_refill,
    "non_monster": resolve_non_monster,
    "player_death": resolve_player_death,
    "penalty": resolve_penalty,
    "loot_1": resolve_loot_1,
}
