"""Plays of a seat, their immediate cost and priority after them (FS-34, FS-44, FS-45)."""

from __future__ import annotations

from collections.abc import Iterator

from rules import stack
from rules.engine import Choice, Records, Template, Text, carries, note
from rules.engine.kinds import ChoiceRole
from rules.engine.record import replace
from rules.four_souls.board.item_use import has_unnamed_item, item_choices, use_item
from rules.four_souls.board.rooms import pay_for_room, room_choices
from rules.four_souls.model.catalogue import RULEBOOK
from rules.four_souls.model.events import Played
from rules.four_souls.model.moment import GameMoment, MomentKind
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, set_player
from rules.four_souls.triggers.lasting import fire_copied_loot
from rules.four_souls.triggers.targeting import choose_targets, declare_ways
from rules.four_souls.triggers.trigger import fire_triggers
from rules.four_souls.vocabulary.card_names import item_key
from rules.four_souls.vocabulary.card_sets import loot_names
from rules.four_souls.vocabulary.effect_memory import unplayable_loot
from rules.four_souls.vocabulary.effect_templates import make_name_hole
from rules.four_souls.vocabulary.skipped_priority import count_use, first_to_respond, forbidding_item, limiting_room
from rules.four_souls.vocabulary.state_changes import allocate_id, gain

MOMENT_OF_PLAY: dict[str, MomentKind] = {"loot": "loot", "activated": "activation"}


def play_choices(s: FourSouls, seat: int, effects_hole: Records, kind: str = "") -> Iterator[Choice]:
    """List the plays of a seat: loot, character tap, items, rooms (FS-34, FS-44, FS-45).

    With a ``kind`` only those of it, and perhaps others that are listed together with them.
    """
    is_free = forbidding_item(s, seat) is None
    if kind in ("", "loot") and is_free and has_loot_card(s, seat) and not limiting_room(s, seat, "loot"):
        yield _loot_choice(s, seat, effects_hole)
    if kind in ("", "tap") and is_free and s.ruling("FS-A17") == "separate" and s.players[seat].ready:
        tap, gives = Template(Played(seat, "tap", how="tap")), Text("It goes on the stack: one loot play")
        yield Choice(Text("Turn the character sideways"), tap, gives, "response", seat)
    if kind in ("", "activated", "paid"):
        yield from _item_plays(s, seat, effects_hole, is_free=is_free)
    if kind in ("", "room"):
        yield from room_choices(s, seat, effects_hole)


def _item_plays(s: FourSouls, seat: int, effects_hole: Records, *, is_free: bool) -> Iterator[Choice]:
    yield from item_choices(s, seat, effects_hole)
    holes = make_name_hole(), effects_hole
    if has_unnamed_item(s, seat) and not limiting_room(s, seat, "activated"):
        activated, paid = Template(Played(seat, "activated"), holes), Template(Played(seat, "paid"), holes)
        if is_free:
            yield Choice(Text("Activate an item"), activated, None, "response", seat, kind="activated")
        yield Choice(Text("Pay an effect"), paid, None, "response", seat, kind="paid")


@carries("FS-15")
def has_loot_card(s: FourSouls, seat: int) -> bool:
    """Return whether a card may be in the hand: always where hands are not counted."""
    return s.players[seat].loot > 0 or not s.is_counted("loot")


def _loot_choice(s: FourSouls, seat: int, effects_hole: Records) -> Choice:
    how, follows = _loot_permission(s, seat)
    name = make_name_hole(loot_names(s), unplayable_loot(s, seat, effects_hole))
    loot = Template(Played(seat, "loot", how=how), (name, effects_hole))
    role: ChoiceRole = "unlikely" if how == "free" else "response"
    return Choice(Text("Play loot"), loot, follows, role, seat, kind="loot")


def trigger_choice(s: FourSouls, seat: int, effects_hole: Records) -> Choice:
    """Return the choice of a triggered effect, for players who may not act too (FS-31)."""
    does = Template(Played(seat, "triggered"), (make_name_hole(), effects_hole))
    follows = Text("It goes on the stack and {who} gets priority", who=s.seats[first_to_respond(s)])
    return Choice(Text("An effect triggers"), does, follows, "response", seat, kind="triggered")


def _loot_permission(s: FourSouls, seat: int) -> tuple[str, Text]:
    """Return what allows a loot card, and its text.

    That is the turn's play, the character's tap (FS-A17), or another effect.
    """
    can_take_actions, how = seat == s.active and s.phase == "action", s.ruling("FS-A17")
    if can_take_actions and s.loot_plays > 0:
        return "play", Text("The loot play of your turn")
    if s.players[seat].plays:
        return "given", Text("The loot play that the character gave")
    if how == "free" and not can_take_actions:
        return "answer", Text("The character stays upright")
    if how != "separate" and s.players[seat].ready:
        return "tap", Text("The character is turned sideways")
    return "free", _spent_text(s, seat, can_take_actions)


def _spent_text(s: FourSouls, seat: int, can_take_actions: bool) -> Text:
    """Return why neither the turn's play nor the character allows a loot card.

    The character may lie sideways unused, as it does from the start (FS-08).
    """
    if s.players[seat].ready:
        return Text("Only through another effect: the loot play is used")
    if can_take_actions:
        return Text("Only through another effect: the loot play is used and the character lies sideways")
    return Text("Only through another effect: the character lies sideways")


@carries("FS-15", "FS-30", "FS-31", "FS-34")
def declare_play(s: FourSouls, event: Played) -> FourSouls:
    """Put a play on the stack, a loot card out of the hand; its player keeps priority.

    After a triggered effect the active player gets priority.
    """
    before = s.find_owned_item(event.item)  # which may be the cost itself
    s, source = use_item(_use_permission(_note_rulings(s, event), event), event)
    s = count_use(s, event.seat, event.kind)
    if event.kind == "loot":
        s = gain(s, "FS-15", event.seat, "loot", -1)
    found = s.find_owned_item(source) or before
    s, id = allocate_id(s)
    name = item_key(found[1]) if found else event.name
    if event.kind == "room":
        s, name = pay_for_room(s, event)
    item = Item(id, event.kind, event.seat, name, effects=event.effects, source=source)
    s, holder = _next_holder(s, event)
    s = replace(s, stack=stack.push(s.stack, item, holder))
    moment_kind = MOMENT_OF_PLAY.get(event.kind)
    s = fire_triggers(s, GameMoment(moment_kind, event.seat, s.combat)) if moment_kind else s
    s = fire_copied_loot(s, item) if event.kind == "loot" else s
    if event.kind == "loot" and not event.effects:
        return declare_ways(s, id)
    return choose_targets(s, id) if s.ruling("FS-A1") == "play" else s


def _note_rulings(s: FourSouls, event: Played) -> FourSouls:
    """Note the rulings that allow this play here: FS-A16, FS-A24, FS-A25."""
    if event.kind == "triggered":
        return s
    if s.players[event.seat].is_dead:
        s = RULEBOOK.note_ruling(s, "FS-A16", "FS-28")
    if s.stack.items:
        return s
    if event.seat != s.active:
        s = RULEBOOK.note_ruling(s, "FS-A24", "FS-35")
    return RULEBOOK.note_ruling(s, "FS-A25", "FS-68") if s.combat else s


def _next_holder(s: FourSouls, event: Played) -> tuple[FourSouls, int]:
    if event.kind == "triggered" or event.seat == s.active:
        return s, s.active
    s, how = RULEBOOK.apply_ruling(s, "FS-A3", "FS-30")
    return s, event.seat if how == "responder" else s.active


@carries("FS-44", "FS-45")
def _use_permission(s: FourSouls, event: Played) -> FourSouls:
    """Use up the turn's loot play, or turn the character sideways (FS-A17).

    The character is turned with its card or before it.
    """
    player = s.players[event.seat]
    match event.how:
        case "play":
            return replace(s, loot_plays=s.loot_plays - 1)
        case "given":
            return set_player(s, event.seat, plays=player.plays - 1)
        case "answer":
            return RULEBOOK.note_ruling(s, "FS-A17", "FS-45")
        case "tap":
            s = RULEBOOK.note_ruling(s, "FS-A17", "FS-45")
            s = note(s, "FS-45", Text("{who} turns their character sideways", who=s.seats[event.seat]))
            return set_player(s, event.seat, ready=False)
    return s
