"""Plays of a seat, their immediate cost and priority after them (FS-34, FS-44, FS-45)."""

from __future__ import annotations

from collections.abc import Iterator

from rules import stack
from rules.engine import Choice, Many, Template, Text, carries, note
from rules.engine.record import replace
from rules.four_souls.board.item_use import has_nameless, item_plays, use
from rules.four_souls.board.rooms import room_plays
from rules.four_souls.model.events import Played
from rules.four_souls.model.moment import Happening, Moment
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, set_player
from rules.four_souls.triggers.trigger import happens
from rules.four_souls.vocabulary.card_names import item_key
from rules.four_souls.vocabulary.effect_memory import by_name
from rules.four_souls.vocabulary.effect_templates import name_hole
from rules.four_souls.vocabulary.state_changes import numbered, ruled

MOMENTS: dict[str, Moment] = {"loot": "loot", "activated": "activation"}


def plays(s: FourSouls, seat: int, pad: Many) -> Iterator[Choice]:
    """List the plays of a seat: loot, character tap, items, rooms (FS-34, FS-44, FS-45)."""
    holes = (name_hole(), pad)
    how, follows = _loot_how(s, seat)
    loot = Played(seat, "loot", how=how)
    yield Choice(Text("Loot card"), Template(loot, holes), follows, "respond", seat, kind="loot")
    if s.ruling("FS-A17") == "separate" and s.players[seat].ready:
        tap, gives = Template(Played(seat, "tap", how="tap")), Text("It goes on the stack: one loot play")
        yield Choice(Text("Turn the character sideways"), tap, gives, "respond", seat)
    yield from item_plays(s, seat, pad)
    if has_nameless(s, seat):
        activated, paid = Template(Played(seat, "activated"), holes), Template(Played(seat, "paid"), holes)
        yield Choice(Text("Activate an item"), activated, None, "respond", seat, kind="activated")
        yield Choice(Text("Pay an effect"), paid, None, "respond", seat, kind="paid")
    yield from room_plays(s, seat, pad)


def trigger(s: FourSouls, seat: int, pad: Many) -> Choice:
    """Return the choice of a triggered effect, for players who may not act too (FS-31)."""
    does = Template(Played(seat, "triggered"), (name_hole(), pad))
    follows = Text("It goes on the stack and {who} gets priority", who=s.seats[s.active])
    return Choice(Text("Something triggers"), does, follows, "respond", seat, kind="triggered")


def _loot_how(s: FourSouls, seat: int) -> tuple[str, Text]:
    """Return what allows a loot card, and its text.

    That is the turn's play, the character's tap (FS-A17), or another effect.
    """
    actions, how = seat == s.active and s.phase == "action", s.ruling("FS-A17")
    if actions and s.loot_plays > 0:
        return "play", Text("The loot play of your turn")
    if s.players[seat].plays:
        return "given", Text("The loot play that the character gave")
    if how == "free" and not actions:
        return "answer", Text("The character stays upright")
    if how != "separate" and s.players[seat].ready:
        return "tap", Text("The character is turned sideways")
    return "free", Text("Only through another effect: the loot play and the character are used")


@carries("FS-30", "FS-31", "FS-34")
def played(s: FourSouls, event: Played) -> FourSouls:
    """Put a play on the stack; its player keeps priority.

    After a triggered effect the active player gets priority.
    """
    s, source = use(_paid_for(_allowed(s, event), event), event)
    found = s.owned(source)
    s, id = numbered(s)
    name = item_key(found[1]) if found else event.name
    effects = event.effects or (by_name(s, event.seat, name) if event.kind == "loot" else ())
    item = Item(id, event.kind, event.seat, name, effects=effects, source=source)
    s, holder = _next_holder(s, event)
    s = replace(s, stack=stack.put(s.stack, item, holder))
    moment = MOMENTS.get(event.kind)
    return happens(s, Happening(moment, event.seat, s.combat)) if moment else s


def _allowed(s: FourSouls, event: Played) -> FourSouls:
    """Note the rulings that allow this play here: FS-A16, FS-A24, FS-A25."""
    if event.kind == "triggered":
        return s
    if s.players[event.seat].dead:
        s, _ = ruled(s, "FS-A16", "FS-28")
    if s.stack.items:
        return s
    if event.seat != s.active:
        s, _ = ruled(s, "FS-A24", "FS-35")
    return ruled(s, "FS-A25", "FS-68")[0] if s.combat else s


def _next_holder(s: FourSouls, event: Played) -> tuple[FourSouls, int]:
    if event.kind == "triggered" or event.seat == s.active:
        return s, s.active
    s, how = ruled(s, "FS-A3", "FS-30")
    return s, event.seat if how == "responder" else s.active


@carries("FS-44", "FS-45")
def _paid_for(s: FourSouls, event: Played) -> FourSouls:
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
            return ruled(s, "FS-A17", "FS-45")[0]
        case "tap":
            s, _ = ruled(s, "FS-A17", "FS-45")
            s = note(s, "FS-45", Text("{who} turns their character sideways", who=s.seats[event.seat]))
            return set_player(s, event.seat, ready=False)
    return s
